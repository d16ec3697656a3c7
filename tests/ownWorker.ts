// The worker of a page that starts its workers itself; see bundledPage.ts.
import '@rankwright/browser/worker'
