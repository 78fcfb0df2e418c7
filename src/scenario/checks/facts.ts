import type { Json, JsonObject } from '../../../worker/api/json.ts'
import type { Library } from '../../../worker/cel/declarations.ts'
import { global } from '../../../worker/cel/declarations.ts'
import { jsonValue } from '../../../worker/cel/json-values.ts'
import type { Environment } from '../../../worker/cel/cel.ts'
import type { Type } from '../../../worker/cel/types.ts'
import { INT, STRING, DYN, listOf, struct } from '../../../worker/cel/types.ts'
import type { Value } from '../../../worker/cel/values.ts'
import { NONE, Optional } from '../../../worker/cel/values.ts'

/** The data that expressions read: a cluster's current objects, and the requests, commands and events of the step. */
export interface Facts {
  /**
   * The objects of a resource, written as in an expression: `pods`, `apps/deployments`.
   * @param namespace undefined for all namespaces, and for resources without namespaces
   */
  objects(resource: string, namespace?: string): readonly JsonObject[]
  readonly requests: readonly JsonObject[]
  readonly commands: readonly JsonObject[]
  /** Event objects that were written since the step began. */
  readonly events: readonly JsonObject[]
  /** The newest revision among the watched resources. */
  readonly revision: number
}

/** The names of the functions that read objects. */
export const OBJECT_FUNCTIONS = ['objects', 'object'] as const

/** The variables that only grow during a step: a fact that they once showed stays true. */
export const HISTORY: ReadonlySet<string> = new Set(['requests', 'commands', 'events'])

const texts = (...names: string[]): [string, Type][] => names.map((name) => [name, STRING])

const REQUEST = struct(
  'Request',
  new Map<string, Type>([
    ...texts('verb', 'group', 'resource', 'subresource', 'namespace', 'name', 'user', 'url', 'userAgent'),
    ['groups', listOf(STRING)],
    ['code', INT],
  ]),
)
const COMMAND = struct('Command', new Map<string, Type>([...texts('line', 'stdout'), ['code', INT]]))

/** The declarations of an expression, whose functions read `facts`. */
export function environmentOf(facts: Facts): Environment {
  return {
    variables: new Map([
      ['requests', listOf(REQUEST)],
      ['commands', listOf(COMMAND)],
      ['events', listOf(DYN)],
      ['revision', INT],
    ]),
    functions: functionsOf(facts),
  }
}

/** The values of the variables. */
export const activationOf = ({ requests, commands, events, revision }: Facts): Record<string, Value> => ({
  requests: valueOf(requests),
  commands: valueOf(commands),
  events: valueOf(events),
  revision,
})

const valueOf = (objects: readonly JsonObject[]): Value => jsonValue(objects as readonly Json[] as Json)

function functionsOf(facts: Facts): Library {
  const objectNamed = (objects: readonly JsonObject[], name: string): Value => {
    const object = objects.find(({ metadata }) => (metadata as JsonObject | undefined)?.['name'] === name)
    return object === undefined ? NONE : new Optional(jsonValue(object))
  }
  return {
    objects: {
      overloads: [
        global('objects_string', 'string', 'list(dyn)', (resource: string) => valueOf(facts.objects(resource))),
        global('objects_string_string', 'string, string', 'list(dyn)', (resource: string, namespace: string) =>
          valueOf(facts.objects(resource, namespace)),
        ),
      ],
    },
    object: {
      overloads: [
        global('object_string_string', 'string, string', 'optional(dyn)', (resource: string, name: string) =>
          objectNamed(facts.objects(resource), name),
        ),
        global(
          'object_string_string_string',
          'string, string, string',
          'optional(dyn)',
          (resource: string, namespace: string, name: string) => objectNamed(facts.objects(resource, namespace), name),
        ),
      ],
    },
  }
}
