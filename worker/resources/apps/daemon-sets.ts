import type { Json, JsonObject } from '../../api/json.ts'
import { parseInt64 } from '../../api/int64.ts'
import { isObject, objectOrEmpty, stringOrEmpty } from '../../api/json.ts'
import { always } from '../notation/defaults.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, atShown, checkObject, nonNegative } from '../notation/rule.ts'
import { givenAt, textAt, valueAt } from '../path.ts'
import { age, integer, text } from '../columns.ts'
import { templateColumns } from '../rules/template-columns.ts'
import { labelsText } from '../../api/labels-text.ts'
import { selectorText } from '../../api/selector-text.ts'
import type { Kind } from '../resource.ts'
import { goIntOrString, goPointer, goStringMap, goStruct } from '../../api/go-source.ts'
import { isZero, nonNegativeIntOrPercent, notOverHundredPercent } from '../rules/int-or-percent.ts'
import { labelSelector, matches } from '../rules/label-selector.ts'
import { podTemplate } from '../rules/pod-defaults.ts'
import { podTemplateRules } from '../rules/pod-rules.ts'
import { podGates } from '../rules/pod-gates.ts'
import { podTemplateWarnings } from '../rules/pod-warnings.ts'
import { alwaysRestarts, immutableSelector, notEmptySelector } from '../rules/replica-template.ts'
import { counts, neverDecreases } from '../rules/status-counts.ts'
import { equalSpecs } from '../rules/equal-specs.ts'

/** The annotation that counts the templates that the set has had; it is older than ControllerRevisions. */
const GENERATION = 'deprecated.daemonset.template.generation'

/** The template generation in the annotation; 0 for a text that is not an integer of 64 bits. */
const generationOf = (annotations: Json | undefined): bigint =>
  parseInt64(stringOrEmpty(isObject(annotations) ? annotations[GENERATION] : undefined)) ?? 0n

/** Whether a set is new or has a new template; other changes of a set raise no warnings about its template. */
const hasNewTemplate = ({ object, old }: Place): boolean =>
  old === undefined || generationOf(object.metadata?.annotations) !== generationOf(old.metadata?.annotations)

const atLeastOne = (generation: bigint): bigint => (generation < 1n ? 1n : generation)

const withGeneration = (metadata: JsonObject): Json => {
  const { annotations } = metadata
  return { ...objectOrEmpty(annotations), [GENERATION]: String(generationOf(annotations)) }
}

/**
 * Fills both numbers of `rollingUpdate`. For a strategy that ignores them, only a given `rollingUpdate` is filled, with zeros.
 */
function filledUpdate({ type, rollingUpdate }: JsonObject): Json | undefined {
  const rolls = type === 'RollingUpdate'
  if (!rolls && !isObject(rollingUpdate)) return rollingUpdate
  return { maxUnavailable: rolls ? 1 : 0, maxSurge: 0, ...objectOrEmpty(rollingUpdate) }
}

const selects = checkObject((spec, place) => {
  const labels = givenAt(spec, 'template.metadata.labels')
  if (matches(spec['selector'], labels) !== false) return
  const text = '`selector` does not match template `labels`'
  place.invalidShown(goStringMap(labels), text, 'template', 'metadata', 'labels')
})

const oneWay = checkObject(({ maxUnavailable, maxSurge }, place) => {
  const surges = !isZero(maxSurge)
  if (!isZero(maxUnavailable) && surges) {
    place.invalidShown(goIntOrString(maxSurge), 'may not be set when maxUnavailable is non-zero', 'maxSurge')
  } else if (isZero(maxUnavailable) && !surges) {
    place.required('cannot be 0 when maxSurge is 0', 'maxUnavailable')
  }
})

const rolling: Rule = at(
  'rollingUpdate',
  at('maxUnavailable', nonNegativeIntOrPercent),
  at('maxSurge', nonNegativeIntOrPercent),
  at('maxUnavailable', notOverHundredPercent),
  at('maxSurge', notOverHundredPercent),
  oneWay,
)

const goStrategy = goStruct('apps.DaemonSetUpdateStrategy', {
  Type: 'type',
  RollingUpdate: ['rollingUpdate', goPointer('apps.RollingUpdateDaemonSet')],
})

const strategyType = checkObject((strategy, place) => {
  const type = textAt(strategy, 'type')
  if (type === 'RollingUpdate' || type === 'OnDelete') return type === 'RollingUpdate'
  place.notSupportedShown(goStrategy(strategy), ['RollingUpdate', 'OnDelete'])
  return false
})

const rules: readonly Rule[] = [
  at(
    'spec',
    at('selector', labelSelector),
    selects,
    at('selector', notEmptySelector('daemonset')),
    at('template', podTemplateRules, alwaysRestarts('DaemonSet')),
    at('minReadySeconds', nonNegative),
    at('updateStrategy', strategyType, rolling),
    at('revisionHistoryLimit', nonNegative),
  ),
]

const SETS = 'More info: https://{labels}/docs/concepts/workloads/controllers/daemonset/'

export const daemonSets = {
  resource: 'apps/daemonsets',
  defaults: {
    metadata: { annotations: always(withGeneration) },
    spec: {
      template: podTemplate,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: always(filledUpdate) },
      revisionHistoryLimit: 10,
    },
  },
  gated: podGates('spec.template.spec'),
  rules,
  // The real server runs these rules twice.
  updates: [...rules, ...rules, at('spec.selector', immutableSelector)],
  subresourceRules: {
    status: [
      at(
        'status',
        counts('currentNumberScheduled', 'numberMisscheduled', 'desiredNumberScheduled', 'numberReady'),
        counts('observedGeneration', 'updatedNumberScheduled', 'numberAvailable', 'numberUnavailable'),
        at('collisionCount', nonNegative),
      ),
      atShown('status.collisionCount', 'status.collisionCount', neverDecreases),
    ],
  },
  warnings: [podTemplateWarnings('spec.template', hasNewTemplate)],
  behaviour: () => ({
    columns: [
      integer(
        'Desired',
        `The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon pod). ${SETS}`,
        'status.desiredNumberScheduled',
      ),
      integer(
        'Current',
        `The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod. ${SETS}`,
        'status.currentNumberScheduled',
      ),
      integer(
        'Ready',
        'The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and ready.',
        'status.numberReady',
      ),
      integer(
        'Up-to-date',
        'The total number of nodes that are running updated daemon pod',
        'status.updatedNumberScheduled',
      ),
      integer(
        'Available',
        'The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and available (ready for at least spec.minReadySeconds)',
        'status.numberAvailable',
      ),
      text(
        'Node Selector',
        "NodeSelector is a selector which must be true for the pod to fit on a node. Selector which must match a node's labels for the pod to be scheduled on that node. More info: https://{labels}/docs/concepts/configuration/assign-pod-node/",
        (set) => labelsText(valueAt(set, 'spec.template.spec.nodeSelector')),
      ),
      age,
      ...templateColumns('spec.template'),
      text(
        'Selector',
        'A label query over pods that are managed by the daemon set. Must match in order to be controlled. If empty, defaulted to labels on Pod template. More info: https://{labels}/docs/concepts/overview/working-with-objects/labels/#label-selectors',
        (set) => selectorText(valueAt(set, 'spec.selector')),
        1,
      ),
    ],
    prepareCreate({ metadata }) {
      const count = String(atLeastOne(generationOf(metadata?.annotations)))
      if (metadata) metadata.annotations = { ...metadata.annotations, [GENERATION]: count }
    },
    prepareStatus({ metadata }, old) {
      const count = String(generationOf(old.metadata?.annotations))
      if (metadata) metadata.annotations = { ...metadata.annotations, [GENERATION]: count }
    },
    prepareUpdate(object, old) {
      const { metadata } = object
      const before = generationOf(old.metadata?.annotations)
      const same = equalSpecs(
        'api.core.v1.PodTemplateSpec',
        valueAt(object, 'spec.template') ?? null,
        valueAt(old, 'spec.template') ?? null,
      )
      if (metadata) metadata.annotations = { ...metadata.annotations, [GENERATION]: String(before + (same ? 0n : 1n)) }
    },
  }),
} satisfies Kind
