/** The stepper comes in a chunk of its own; a card asks for it as soon as it is pointed at. */
export const loadStepper = () => import('./Stepper');
