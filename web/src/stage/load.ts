/** Presenter view, which most readers never ask for. */
export const loadPresenter = () => import('./Stage');
