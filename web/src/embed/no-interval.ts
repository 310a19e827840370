/** In a file that holds a lesson alone: nothing stands between it and another item of a talk. */
export const Interval = () => null;
