import { lazy } from '../../api/lazy.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Store } from '../../store/store.ts'
import type { Authorizer } from '../authorizer.ts'
import { NO_OPINION, NO_RULES } from '../authorizer.ts'
import { nodeOf } from './node-user.ts'

type Mode = Pick<Authorizer, 'authorize'>

/** Mode `Node`, whose code and graph load with the first request of a node: most clusters have none. */
export function lazyNodeAuthorizer(store: Store, dialect: Dialect, isOn: (gate: string) => boolean): Authorizer {
  const open = lazy(async (): Promise<Mode> => {
    const [{ nodeAuthorizer }, { openNodeGraph }] = await Promise.all([import('./node.ts'), import('./node-graph.ts')])
    return nodeAuthorizer(openNodeGraph(store, dialect, isOn), dialect, isOn)
  })
  let opened: Mode | undefined
  return {
    name: 'Node',
    authorize(attributes) {
      if (nodeOf(attributes.user) === undefined) return NO_OPINION
      if (opened !== undefined) return opened.authorize(attributes)
      return open().then((authorizer) => (opened = authorizer).authorize(attributes))
    },
    rules: (user) =>
      nodeOf(user) === undefined
        ? NO_RULES
        : { rules: [], incomplete: true, error: 'node authorizer does not support user rule resolution' },
  }
}
