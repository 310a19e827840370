import { firefoxMissing, openFirefox } from './firefox';
import { tour } from './tour';

tour('Firefox', firefoxMissing(), openFirefox);
