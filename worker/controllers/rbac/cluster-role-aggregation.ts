import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt } from '../../resources/path.ts'
import { matches } from '../../resources/rules/label-selector.ts'
import type { WatchHandle } from '../client/server-client.ts'
import type { Controller, ControllerContext } from '../controller.ts'

export const CLUSTER_ROLES = { group: 'rbac.authorization.{domain}', version: 'v1', resource: 'clusterroles' }
const FIELD_MANAGER = 'clusterrole-aggregation-controller'

/** Fills each ClusterRole that has an aggregation rule with the rules of the ClusterRoles that its selectors match. */
export function clusterRoleAggregation({ client, report }: ControllerContext): Controller {
  const roles = new Map<string, ApiObject>()
  let watch: WatchHandle | undefined
  let isCaughtUp = false
  let isWanted = false
  let running: Promise<void> | undefined

  /** At most one run is in progress. A call during a run makes the run process all roles again. */
  function aggregate(): Promise<void> {
    isWanted = true
    running ??= run()
    return running
  }

  async function run(): Promise<void> {
    // Waits for a microtask, so that several synchronous changes cause one round.
    await Promise.resolve()
    while (isWanted) {
      isWanted = false
      for (const role of roles.values()) {
        const rules = aggregatedRules(role, roles)
        if (rules === undefined || equalJson(rules, role['rules'] ?? [])) continue
        await fill(role, rules)
      }
    }
    running = undefined
  }

  /** Writes the rules. The watch event of the write causes another round, because other roles may aggregate this role. */
  async function fill(role: ApiObject, rules: Json[]): Promise<void> {
    const name = role.metadata?.name ?? ''
    const { kind, apiVersion } = role
    try {
      // An empty result omits `rules` from the apply, so that rules of another field owner remain.
      const gathered = rules.length > 0 && { rules }
      await client.apply(CLUSTER_ROLES, { kind, apiVersion, metadata: { name }, ...gathered }, FIELD_MANAGER)
    } catch (error) {
      report(error)
    }
  }

  const changed = (): Promise<void> | void => (isCaughtUp ? aggregate() : undefined)

  return {
    needs: [CLUSTER_ROLES],
    async start() {
      watch = client.watch(CLUSTER_ROLES, {
        upserted(role) {
          roles.set(role.metadata?.name ?? '', role)
          return changed()
        },
        deleted({ metadata }) {
          roles.delete(metadata?.name ?? '')
          void changed()
        },
      })
      await watch.synced
      isCaughtUp = true
      await aggregate()
    },
    stop() {
      watch?.stop()
    },
  }
}

/**
 * The rules of the selected roles without duplicates, ordered by selector, then by role name; undefined for a role
 * without an aggregation rule.
 */
function aggregatedRules(role: ApiObject, roles: ReadonlyMap<string, ApiObject>): Json[] | undefined {
  const { aggregationRule } = role
  if (!isObject(aggregationRule)) return undefined
  const sources = [...roles.values()]
    .filter((source) => source.metadata?.name !== role.metadata?.name)
    .sort((a, b) => ((a.metadata?.name ?? '') < (b.metadata?.name ?? '') ? -1 : 1))
  const rules: JsonObject[] = []
  for (const selector of listAt(aggregationRule, 'clusterRoleSelectors')) {
    for (const source of sources) {
      if (matches(selector, source.metadata?.labels ?? {}) !== true) continue
      for (const rule of listAt(source, 'rules').filter(isObject)) {
        if (!rules.some((known) => equalJson(known, rule))) rules.push(rule)
      }
    }
  }
  return rules
}
