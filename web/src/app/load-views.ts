/** Views come in chunks of their own; a card asks for the stepper as soon as it is pointed at. */
export const loadStepper = () => import('./Stepper');
/** recorded runs: what opens and what shows them */
export const loadTraces = () => import('../trace');
export const loadGallery = () => import('../gallery/Gallery');
