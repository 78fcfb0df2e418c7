import { dialects } from '../dialect/dialect.ts'
import type { TestCluster } from '../verbs/verbs-fixture.ts'
import { serverClient } from './client.ts'
import type { ControllerContext } from './controller.ts'

/** What a controller of a test cluster is given. A test that wants certificates signed brings who signs them. */
export function controllerContext(
  { verbs, catalog, clock }: TestCluster,
  report: (error: unknown) => void,
  authority: ControllerContext['authority'] = () => Promise.reject(new Error('nobody signs in this test')),
): ControllerContext {
  const dialect = dialects.k8s
  return { client: serverClient({ verbs, catalog, dialect, clock, report }), clock, dialect, authority, report }
}
