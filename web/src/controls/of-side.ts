/** Of two side by side, which one a panel speaks of: "left: A queued writer starves"; '' where there is one alone. */
import { createContext } from 'react';

export const OfSide = createContext('');
