import { parseInt64 } from '../../api/int64.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, ownMember, stringOrEmpty } from '../../api/json.ts'
import { age, count, text } from '../columns.ts'
import { always } from '../notation/defaults.ts'
import { numberAt, textAt, valueAt } from '../path.ts'
import { podGates } from '../rules/pod-gates.ts'
import { podTemplateWarnings } from '../rules/pod-warnings.ts'
import { podTemplate } from '../rules/pod-defaults.ts'
import { rollingUpdate } from '../rules/rolling-update.ts'
import { podNameWarning } from '../rules/host-name.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, atShown, check, checkObject, never, nonNegative, where } from '../notation/rule.ts'
import { goIntOrString, goPointer, goStruct } from '../../api/go-source.ts'
import { isZero, nonNegativeIntOrPercent, notOverHundredPercent } from '../rules/int-or-percent.ts'
import { immutableSelector, selectorAndTemplate } from '../rules/replica-template.ts'
import { counts, neverDecreases, notOver } from '../rules/status-counts.ts'
import { templateColumns } from '../rules/template-columns.ts'
import { selectorText } from '../../api/selector-text.ts'
import type { Kind } from '../resource.ts'

const rolling = checkObject(({ maxUnavailable, maxSurge }, place) => {
  if (isZero(maxUnavailable) && isZero(maxSurge)) {
    place.invalidShown(goIntOrString(maxUnavailable), 'may not be 0 when `maxSurge` is 0', 'maxUnavailable')
  }
})

const goStrategy = goStruct('apps.DeploymentStrategy', {
  Type: 'type',
  RollingUpdate: ['rollingUpdate', goPointer('apps.RollingUpdateDeployment')],
})

const strategyType = checkObject((value, place) => {
  const type = textAt(value, 'type')
  if (type === 'Recreate' || type === 'RollingUpdate') return
  place.notSupportedShown(goStrategy(value), ['Recreate', 'RollingUpdate'])
})

const strategy: Rule = all(
  strategyType,
  where(
    ({ type }) => type === 'Recreate',
    at('rollingUpdate', never("may not be specified when strategy `type` is 'Recreate'")),
  ),
  where(
    ({ type }) => type === 'RollingUpdate',
    at(
      'rollingUpdate',
      at('maxUnavailable', nonNegativeIntOrPercent),
      at('maxSurge', nonNegativeIntOrPercent),
      rolling,
      at('maxUnavailable', notOverHundredPercent),
    ),
  ),
)

const deadline = checkObject((spec, place) => {
  const { progressDeadlineSeconds: given } = spec
  if (typeof given === 'number' && given <= numberAt(spec, 'minReadySeconds')) {
    place.invalid(given, 'must be greater than minReadySeconds', 'progressDeadlineSeconds')
  }
})

/** The requested rollback, which a field held in older API versions. */
const ROLLBACK = 'deprecated.deployment.rollback.to'

const rollbackOf = (annotations: Json | undefined): bigint | undefined =>
  isObject(annotations) ? parseInt64(stringOrEmpty(ownMember(annotations, ROLLBACK))) : undefined

/** The annotations with the revision of the rollback as its field had it. An empty text requests no rollback. */
const withRollback = ({ annotations }: JsonObject): Json | undefined => {
  if (!isObject(annotations) || ownMember(annotations, ROLLBACK) === undefined) return annotations
  const { [ROLLBACK]: _, ...rest } = annotations
  const revision = rollbackOf(annotations)
  if (revision !== undefined) return { ...rest, [ROLLBACK]: String(revision) }
  return Object.keys(rest).length === 0 ? undefined : rest
}

const rollback: Rule = atShown(
  'metadata.annotations',
  'spec.rollback.version',
  check((annotations, place) => {
    const revision = rollbackOf(annotations)
    if (revision !== undefined && revision < 0n) place.invalid(revision, 'must be greater than or equal to 0')
  }),
)

const rules: readonly Rule[] = [
  at(
    'spec',
    at('replicas', nonNegative),
    selectorAndTemplate('deployment'),
    at('strategy', strategy),
    at('minReadySeconds', nonNegative),
    at('revisionHistoryLimit', nonNegative),
  ),
  rollback,
  at('spec', at('progressDeadlineSeconds', nonNegative), deadline),
]

export const deployments = {
  resource: 'apps/deployments',
  defaults: {
    metadata: { annotations: always(withRollback) },
    spec: {
      replicas: 1,
      template: podTemplate,
      strategy: rollingUpdate({ maxUnavailable: '25%', maxSurge: '25%' }),
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    },
  },
  gated: podGates('spec.template.spec'),
  rules,
  updates: [...rules, at('spec.selector', immutableSelector)],
  subresourceRules: {
    status: [
      at(
        'status',
        counts('observedGeneration', 'replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas'),
        counts('unavailableReplicas', 'collisionCount'),
        notOver('replicas', 'status.replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas'),
        notOver('readyReplicas', 'readyReplicas', 'availableReplicas'),
      ),
      atShown('status.collisionCount', 'status.collisionCount', neverDecreases),
    ],
  },
  warnings: [podNameWarning, podTemplateWarnings('spec.template')],
  behaviour: () => ({
    columns: [
      text(
        'Ready',
        'Number of the pod with ready state',
        (object) => `${numberAt(object, 'status.readyReplicas')}/${numberAt(object, 'spec.replicas')}`,
      ),
      count(
        'Up-to-date',
        'Total number of non-terminated pods targeted by this deployment that have the desired template spec.',
        'status.updatedReplicas',
      ),
      count(
        'Available',
        'Total number of available pods (ready for at least minReadySeconds) targeted by this deployment.',
        'status.availableReplicas',
      ),
      age,
      ...templateColumns('spec.template'),
      text(
        'Selector',
        'Label selector for pods. Existing ReplicaSets whose pods are selected by this will be the ones affected by this deployment.',
        (deployment) => selectorText(valueAt(deployment, 'spec.selector')),
        1,
      ),
    ],
  }),
} satisfies Kind
