import { boundedNumber } from '../../api/numbers.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { asGiven } from '../../api/given-empty.ts'
import { age, count, text } from '../columns.ts'
import { always, made, spelledDefault } from '../notation/defaults.ts'
import type { Rule } from '../notation/rule.ts'
import { at, check, checkAlways, checkObject, each, holds, invalid, oneOf, required } from '../notation/rule.ts'
import { numberAt, textAt, valueAt } from '../path.ts'
import { counts } from '../rules/status-counts.ts'
import type { Kind } from '../resource.ts'
import { DEFAULT_UTILIZATION, firstVersion, foreignAnnotations, hasOwnMetrics } from './first-version.ts'
import { metrics, outsideMetric, reference, targetTexts } from './metrics.ts'

const WINDOW_LIMIT = 3600
const PERIOD_LIMIT = 1800

const atLeastOne: Rule = check((value, place) => {
  if (boundedNumber(value) < 1) place.invalid(value, 'must be greater than or equal to 1')
})

/** The real server's type has a number for `maxReplicas`, so a fault shows a missing one as 0. */
const upperBound = checkObject((spec, place) => {
  const most = numberAt(spec, 'maxReplicas')
  if (most < 1) place.invalid(most, 'must be greater than 0', 'maxReplicas')
  const least = spec['minReplicas']
  if (typeof least === 'number' && most < least) {
    place.invalid(most, 'must be greater than or equal to `minReplicas`', 'maxReplicas')
  }
})

const positive = checkAlways((value, place) => {
  if (boundedNumber(value ?? 0) <= 0) place.invalid(value ?? 0, 'must be greater than zero')
})

const notOver = (limit: number): Rule =>
  holds((value) => boundedNumber(value) <= limit, invalid(`must be less than or equal to ${limit}`))

const policy: readonly Rule[] = [
  at('type', oneOf('Percent', 'Pods')),
  at('value', positive),
  at('periodSeconds', positive, notOver(PERIOD_LIMIT)),
]

const scaling: readonly Rule[] = [
  at(
    'stabilizationWindowSeconds',
    holds((value) => boundedNumber(value) >= 0, invalid('must be greater than or equal to zero')),
    notOver(WINDOW_LIMIT),
  ),
  at('selectPolicy', oneOf('Disabled', 'Max', 'Min')),
  at('policies', required('must specify at least one Policy')),
  each('policies', ...policy),
]

const step = (type: string, value: number): Json => ({ type, value, periodSeconds: 15 })

/** An empty list in the body is kept, so that validation refuses it. */
const unlessGiven = (rules: JsonObject, policies: Json[]): Json | undefined =>
  asGiven(rules, 'policies') === undefined ? policies : undefined

const cpu = (): Json[] => [
  {
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: DEFAULT_UTILIZATION } },
  },
]

const isNone = (value: Json | undefined): boolean => !Array.isArray(value) || value.length === 0

export const horizontalPodAutoscalers = {
  resource: 'autoscaling/horizontalpodautoscalers',
  conversions: { v1: firstVersion },
  versionDefaults: {
    v1: {
      spec: {
        minReplicas: 1,
        targetCPUUtilizationPercentage: spelledDefault(
          (spell) => (_spec, object) => (hasOwnMetrics(object, spell) ? undefined : DEFAULT_UTILIZATION),
        ),
      },
    },
    v2: {
      metadata: {
        annotations: spelledDefault((spell) => always((metadata) => foreignAnnotations(metadata, spell))),
      },
      spec: {
        minReplicas: 1,
        metrics: always((spec) => (isNone(spec['metrics']) ? cpu() : spec['metrics'])),
        behavior: {
          scaleUp: made({
            stabilizationWindowSeconds: 0,
            selectPolicy: 'Max',
            policies: (rules) => unlessGiven(rules, [step('Pods', 4), step('Percent', 100)]),
          }),
          scaleDown: made({ selectPolicy: 'Max', policies: (rules) => unlessGiven(rules, [step('Percent', 100)]) }),
        },
      },
    },
  },
  rules: [
    at(
      'spec',
      at('minReplicas', atLeastOne),
      upperBound,
      at('scaleTargetRef', ...reference),
      metrics,
      outsideMetric,
      at('behavior.scaleUp', ...scaling),
      at('behavior.scaleDown', ...scaling),
    ),
  ],
  subresourceRules: { status: [at('status', counts('currentReplicas', 'desiredReplicas'))] },
  behaviour: () => ({
    columns: [
      text(
        'Reference',
        'scaleTargetRef points to the target resource to scale, and is used to the pods for which metrics should be collected, as well as to actually change the replica count.',
        (scaler) => `${textAt(scaler, 'spec.scaleTargetRef.kind')}/${textAt(scaler, 'spec.scaleTargetRef.name')}`,
      ),
      text(
        'Targets',
        'metrics contains the specifications for which to use to calculate the desired replica count (the maximum replica count across all metrics will be used).  The desired replica count is calculated multiplying the ratio between the target value and the current value by the current number of pods.  Ergo, metrics used must decrease as the pod count is increased, and vice-versa.  See the individual metric source types for more information about how each type of metric must respond.',
        targetTexts,
      ),
      text(
        'MinPods',
        'minReplicas is the lower limit for the number of replicas to which the autoscaler can scale down.  It defaults to 1 pod.  minReplicas is allowed to be 0 if the alpha feature gate HPAScaleToZero is enabled and at least one Object or External metric is configured.  Scaling is active as long as at least one metric value is available.',
        (scaler) => String(valueAt(scaler, 'spec.minReplicas') ?? '<unset>'),
      ),
      count(
        'MaxPods',
        'maxReplicas is the upper limit for the number of replicas to which the autoscaler can scale up. It cannot be less that minReplicas.',
        'spec.maxReplicas',
      ),
      count(
        'Replicas',
        'currentReplicas is current number of replicas of pods managed by this autoscaler, as last seen by the autoscaler.',
        'status.currentReplicas',
      ),
      age,
    ],
  }),
} satisfies Kind
