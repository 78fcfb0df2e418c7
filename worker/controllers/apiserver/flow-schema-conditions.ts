import { quote } from '../../api/go-format.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { formatTime } from '../../clock/clock.ts'
import { listAt, textAt } from '../../resources/path.ts'
import type { WatchHandle } from '../client/server-client.ts'
import type { Controller, ControllerContext } from '../controller.ts'

const GROUP = 'flowcontrol.{apiserver}{domain}'
const SCHEMAS = { group: GROUP, version: 'v1', resource: 'flowschemas' }
const LEVELS = { group: GROUP, version: 'v1', resource: 'prioritylevelconfigurations' }
const FIELD_MANAGER = 'api-priority-and-fairness-config-consumer-v1'
/** The levels that count as present even when they are missing. */
const MANDATORY = ['exempt', 'catch-all']

/** Sets the condition `Dangling` of each FlowSchema: whether its priority level is missing. */
export function flowSchemaConditions({ client, clock, report }: ControllerContext): Controller {
  const schemas = new Map<string, ApiObject>()
  const levels = new Set<string>(MANDATORY)
  const watches: WatchHandle[] = []

  async function updateCondition(schema: ApiObject): Promise<void> {
    const verdict = verdictOf(textAt(schema, 'spec.priorityLevelConfiguration.name'), levels)
    if (hasCondition(schema, verdict)) return
    const { kind, apiVersion, metadata } = schema
    const conditions = [{ ...verdict, lastTransitionTime: formatTime(clock.now()) }]
    const body = { kind, apiVersion, metadata: { name: metadata?.name ?? '' }, status: { conditions } }
    await client.applyStatus(SCHEMAS, body, FIELD_MANAGER).catch((error: unknown) => {
      // The object was deleted in the meantime.
      if (!wasRefused(error, 'NotFound')) report(error)
    })
  }

  function noteLevel(level: ApiObject, isThere: boolean): void {
    const name = level.metadata?.name ?? ''
    if (levels.has(name) === isThere || MANDATORY.includes(name)) return
    if (isThere) levels.add(name)
    else levels.delete(name)
    for (const schema of schemas.values()) {
      if (textAt(schema, 'spec.priorityLevelConfiguration.name') === name) void updateCondition(schema)
    }
  }

  return {
    needs: [SCHEMAS, LEVELS],
    async start() {
      const ofLevels = client.watch(LEVELS, {
        upserted: (level) => noteLevel(level, true),
        deleted: (level) => noteLevel(level, false),
      })
      const ofSchemas = client.watch(SCHEMAS, {
        upserted(schema) {
          schemas.set(schema.metadata?.name ?? '', schema)
          return updateCondition(schema)
        },
        deleted: (schema) => void schemas.delete(schema.metadata?.name ?? ''),
      })
      watches.push(ofLevels, ofSchemas)
      await ofSchemas.synced
    },
    stop() {
      for (const watch of watches.splice(0)) watch.stop()
    },
  }
}

/** The texts are recorded from the real server. */
function verdictOf(level: string, levels: ReadonlySet<string>): JsonObject {
  const named = `This FlowSchema references the PriorityLevelConfiguration object named ${quote(level)}`
  return levels.has(level)
    ? { type: 'Dangling', status: 'False', reason: 'Found', message: `${named} and it exists` }
    : { type: 'Dangling', status: 'True', reason: 'NotFound', message: `${named} but there is no such object` }
}

function hasCondition(schema: ApiObject, verdict: JsonObject): boolean {
  return listAt(schema, 'status.conditions').some(
    (one) => isObject(one) && Object.entries(verdict).every(([field, value]) => one[field] === value),
  )
}
