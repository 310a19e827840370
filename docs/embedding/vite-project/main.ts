import 'lockstep-stepper';
import { Core, moduleUrl } from 'lockstep-wasm';

/* the core alone: T1 and T2 in turn, ten steps, in sentences */
const core = new Core(moduleUrl);
await core.load(core.lockOf('ticket'));
const session = core.session(core.configOf('ticket', { threads: 2 }));
for (let i = 0; i < 10; i++) session.step(i % 2);
const said = Array.from({ length: session.length }, (_, i) => session.narrate(i));
document.querySelector('#said')?.append(said.join(' '));

/* the element, to its third beat */
const stepper = document.querySelector('lockstep-stepper');
await stepper?.ready;
stepper?.go({ beat: 3 });
