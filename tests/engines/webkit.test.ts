import { tour } from './tour';
import { openWebKit, webKitMissing } from './webkit';

tour('WebKitGTK', webKitMissing(), openWebKit);
