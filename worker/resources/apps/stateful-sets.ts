import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, text } from '../columns.ts'
import { always, made } from '../notation/defaults.ts'
import type { Rule } from '../notation/rule.ts'
import { at, atShown, check, checkObject, each, nonNegative, oneOf, required, where } from '../notation/rule.ts'
import { numberAt, textAt } from '../path.ts'
import { templateColumns } from '../rules/template-columns.ts'
import type { Kind } from '../resource.ts'
import { goInteger, goLabelSelector, goPointer, goStruct } from '../../api/go-source.ts'
import { isZero, nonNegativeIntOrPercent, notOverHundredPercent } from '../rules/int-or-percent.ts'
import { podTemplate } from '../rules/pod-defaults.ts'
import { templateMetadata } from '../rules/pod-rules.ts'
import { podGates } from '../rules/pod-gates.ts'
import { podTemplateWarnings, warnOfClaim } from '../rules/pod-warnings.ts'
import { podAnnotations } from '../rules/profile-annotations.ts'
import { alwaysRestarts, isSoundSelector, selectorOf, selectsTemplate } from '../rules/replica-template.ts'
import { counts, neverDecreases, notOver } from '../rules/status-counts.ts'
import { equalValues, schemaAt } from '../rules/equal-specs.ts'
import { builtinType } from '../../schema/builtin/types.ts'

const management = check((value, place) => {
  if (value !== 'OrderedReady' && value !== 'Parallel') place.invalid(value, "must be 'OrderedReady' or 'Parallel'")
})

const ROLLING = 'apps.RollingUpdateStatefulSetStrategy'
const goRolling = goStruct(ROLLING, {
  Partition: ['partition', goInteger],
  MaxUnavailable: ['maxUnavailable', goPointer('intstr.IntOrString')],
})
const goStrategy = goStruct('apps.StatefulSetUpdateStrategy', {
  Type: 'type',
  RollingUpdate: ['rollingUpdate', goPointer(ROLLING)],
})

const strategyType = checkObject((strategy, place) => {
  const type = textAt(strategy, 'type')
  const { rollingUpdate } = strategy
  if (type === '') place.required()
  else if (type === 'OnDelete' && isObject(rollingUpdate)) {
    place.invalidShown(goRolling(rollingUpdate), "only allowed for updateStrategy 'RollingUpdate'", 'rollingUpdate')
  } else if (type !== 'OnDelete' && type !== 'RollingUpdate') {
    place.invalidShown(goStrategy(strategy), "must be 'RollingUpdate' or 'OnDelete'")
  }
})

const strategy: readonly Rule[] = [
  strategyType,
  where(
    ({ type }) => type === 'RollingUpdate',
    at(
      'rollingUpdate',
      at('partition', nonNegative),
      at(
        'maxUnavailable',
        nonNegativeIntOrPercent,
        check((value, place) => {
          if (isZero(value)) place.invalid(value, 'cannot be 0')
        }),
        notOverHundredPercent,
      ),
    ),
  ),
]

/** As in the real server, a selector that cannot be compiled gets a second error, without a detail. */
const unsound = checkObject((spec, place) => {
  const { selector } = spec
  if (isObject(selector) && !isSoundSelector(spec)) place.invalidShown(goLabelSelector(selector), '', 'selector')
})

const rules: readonly Rule[] = [
  at(
    'spec',
    at('podManagementPolicy', required(), management),
    at('updateStrategy', ...strategy),
    at(
      'persistentVolumeClaimRetentionPolicy',
      at('whenDeleted', oneOf('Retain', 'Delete')),
      at('whenScaled', oneOf('Retain', 'Delete')),
    ),
    at('replicas', nonNegative),
    at('minReadySeconds', nonNegative),
    at('ordinals.start', nonNegative),
    selectorOf('statefulset'),
    unsound,
    // The pods of a set may mount the claims that the set makes, so their specs are not checked here.
    where(isSoundSelector, selectsTemplate, at('template', templateMetadata, podAnnotations('annotations'))),
    at('template', alwaysRestarts('StatefulSet')),
  ),
]

const MUTABLE: ReadonlySet<string> = new Set([
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
])

const sameRest = checkObject((spec, place, old: JsonObject = {}) => {
  const schema = builtinType('api.apps.v1.StatefulSetSpec')
  const fields = new Set([...Object.keys(spec), ...Object.keys(old)])
  const changed = [...fields].some(
    (field) => !MUTABLE.has(field) && !equalValues(schemaAt(schema, field), spec[field] ?? null, old[field] ?? null),
  )
  if (!changed) return
  place.forbidden(
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
  )
})

const ready = (set: ApiObject): string => `${numberAt(set, 'status.readyReplicas')}/${numberAt(set, 'spec.replicas')}`

/** Fills the `rollingUpdate` of a strategy with the type RollingUpdate, if given, and makes one for a strategy without a type. */
function rolling({ type, rollingUpdate }: JsonObject): Json | undefined {
  if (type && (type !== 'RollingUpdate' || !isObject(rollingUpdate))) return rollingUpdate
  return { partition: 0, ...objectOrEmpty(rollingUpdate) }
}

/** As in the real server, the paths of the warnings contain `Spec` on updates and not on creates. */
const claimTemplateWarnings = each(
  'spec.volumeClaimTemplates',
  checkObject(({ spec }, place) => {
    if (isObject(spec)) warnOfClaim(spec, place, ...(place.old === undefined ? [] : ['Spec']))
  }),
)

export const statefulSets = {
  resource: 'apps/statefulsets',
  defaults: {
    spec: {
      replicas: 1,
      template: podTemplate,
      volumeClaimTemplates: {
        kind: 'PersistentVolumeClaim',
        apiVersion: 'v1',
        spec: { volumeMode: 'Filesystem' },
        status: { phase: 'Pending' },
      },
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { rollingUpdate: always(rolling), type: 'RollingUpdate' },
      revisionHistoryLimit: 10,
      persistentVolumeClaimRetentionPolicy: made({ whenDeleted: 'Retain', whenScaled: 'Retain' }),
    },
  },
  gated: {
    ...podGates('spec.template.spec'),
    'spec.updateStrategy.rollingUpdate.maxUnavailable': 'MaxUnavailableStatefulSet',
  },
  rules,
  updates: [...rules, at('spec', sameRest)],
  subresourceRules: {
    status: [
      at(
        'status',
        counts('replicas', 'readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'),
        counts('observedGeneration', 'collisionCount'),
        notOver('replicas', 'status.replicas', 'readyReplicas', 'currentReplicas', 'updatedReplicas'),
        notOver('replicas', 'status.replicas', 'availableReplicas'),
        notOver('readyReplicas', 'status.readyReplicas', 'availableReplicas'),
      ),
      atShown('status.collisionCount', 'status.collisionCount', neverDecreases),
    ],
  },
  warnings: [podTemplateWarnings('spec.template'), claimTemplateWarnings],
  behaviour: () => ({
    columns: [text('Ready', 'Number of the pod with ready state', ready), age, ...templateColumns('spec.template')],
  }),
} satisfies Kind
