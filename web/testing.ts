/** What every test of the page has: it waits as long as a loaded machine may take, and no test is about time. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 30_000 });
