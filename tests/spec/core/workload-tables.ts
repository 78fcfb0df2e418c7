import type { GoMap, Scope } from './go-literals.ts'
import { GoStruct, isGoMap } from './go-literals.ts'
import { template } from './go-functions.ts'
import { updated } from './kind-rules.ts'
import type { Faults, Play } from './play.ts'
import { around, bad, change, either, flag, good, member, named, object, textOf } from './play.ts'

export const LABELS = { a: 'b' }
export const selecting = {
  Selector: new GoStruct('metav1.LabelSelector', { MatchLabels: LABELS }),
  Template: template(LABELS),
}

/** Validates an update of a status whose counts are the numbers in the row. */
export const counts =
  (storage: string, type: string, spec: GoMap): Faults =>
  (row) => {
    const fields = isGoMap(row) ? row : {}
    const status = Object.fromEntries(
      Object.entries(fields)
        .filter(([, value]) => typeof value === 'number')
        .map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]),
    )
    const object = around(type, { Spec: new GoStruct('Spec', spec), Status: new GoStruct('Status', status) })
    return updated(storage, named(object), named(object), 'status')
  }

export const workload = (path: string, func: string, storageName: string): readonly Play[] => [
  good([path, func, 'successCases'], object(storageName)),
  bad([path, func, 'errorCases'], object(storageName)),
  good([path, `${func}Update`, 'successCases'], change(storageName, 'update', 'old')),
  bad([path, `${func}Update`, 'errorCases'], change(storageName, 'update', 'old')),
]

/** The expected text of an error row, from its name after the field: `spec.completions:must be greater than`. */
const nameSays = (_row: GoMap, name: string): string => name.slice(name.indexOf(':') + 1)

/** The tables of workloads. */
export const workloadTables: readonly Play[] = [
  ...workload('apps/validation', 'TestValidateReplicaSet', 'apps/replicasets'),
  ...workload('apps/validation', 'TestValidateStatefulSet', 'apps/statefulsets'),
  ...workload('apps/validation', 'TestValidateDaemonSet', 'apps/daemonsets'),
  good(
    ['apps/validation', 'TestValidateDaemonSetStatusUpdate', 'successCases'],
    change('apps/daemonsets', 'update', 'old', 'status'),
  ),
  bad(
    ['apps/validation', 'TestValidateDaemonSetStatusUpdate', 'errorCases'],
    change('apps/daemonsets', 'update', 'old', 'status'),
  ),
  good(
    ['apps/validation', 'TestValidateReplicaSetStatusUpdate', 'successCases'],
    change('apps/replicasets', 'update', 'old', 'status'),
  ),
  bad(
    ['apps/validation', 'TestValidateReplicaSetStatusUpdate', 'errorCases'],
    change('apps/replicasets', 'update', 'old', 'status'),
  ),
  either(
    ['apps/validation', 'TestValidateStatefulSetStatus', 'tests'],
    flag('expectedErr', false),
    counts('apps/statefulsets', 'apps.StatefulSet', selecting),
  ),
  either(
    ['apps/validation', 'TestValidateReplicaSetStatus', 'tests'],
    flag('expectedErr', false),
    counts('apps/replicasets', 'apps.ReplicaSet', selecting),
  ),
  either(
    ['apps/validation', 'TestValidateDeploymentStatus', 'tests'],
    flag('expectedErr', false),
    counts('apps/deployments', 'apps.Deployment', selecting),
  ),
  either(['apps/validation', 'TestValidateDeploymentStatusUpdate', 'tests'], flag('expectedErr', false), (row) => {
    const of = (key: string): GoStruct =>
      around('apps.Deployment', { Spec: new GoStruct('Spec', selecting), Status: member(row, key) })
    return updated('apps/deployments', named(of('to')), named(of('from')), 'status')
  }),
  either(
    ['apps/validation', 'TestValidateControllerRevision', 'tests'],
    flag('isValid', true),
    object('apps/controllerrevisions', 'history'),
  ),
  either(
    ['apps/validation', 'TestValidateControllerRevisionUpdate', 'cases'],
    flag('isValid', true),
    change('apps/controllerrevisions', 'newHistory', 'oldHistory'),
  ),
  good(['batch/validation', 'TestValidateJob', 'successCases'], object('batch/jobs')),
  bad(['batch/validation', 'TestValidateJob', 'errorCases'], object('batch/jobs'), nameSays),
  good(
    ['batch/validation', 'TestValidateJobUpdateStatus', 'successCases'],
    change('batch/jobs', 'update', 'old', 'status'),
  ),
  bad(
    ['batch/validation', 'TestValidateJobUpdateStatus', 'errorCases'],
    change('batch/jobs', 'update', 'old', 'status'),
  ),
  good(['batch/validation', 'TestValidateCronJob', 'successCases'], object('batch/cronjobs')),
  bad(['batch/validation', 'TestValidateCronJob', 'errorCases'], object('batch/cronjobs'), nameSays),
  good(
    ['autoscaling/validation', 'TestValidateHorizontalPodAutoscaler', 'successCases'],
    object('autoscaling/horizontalpodautoscalers'),
  ),
  bad(
    ['autoscaling/validation', 'TestValidateHorizontalPodAutoscaler', 'errorCases'],
    object('autoscaling/horizontalpodautoscalers', 'horizontalPodAutoscaler'),
    textOf('msg'),
  ),
]

/** Variables of the Go functions that rows name. */
export const variables: Scope['constants'] = {
  'validPodTemplate.Template': template(LABELS),
  'validPodTemplateAbc.Template': template(LABELS),
  'validPodTemplateAbcSemanticallyEqual.Template': template(LABELS),
  'validPodTemplateNodeSelector.Template': template(LABELS, { spec: { NodeSelector: { e: 'f' } } }),
  'validPodTemplateAbc2.Template': template({ c: 'd' }),
  'validPodTemplateDef.Template': template({ c: 'd' }, { name: 'def' }),
  'addContainersValidTemplate.Template': template(LABELS),
  'invalidPodTemplate.Template': template({ 'NoUppercaseOrSpecialCharsLike=Equals': 'b' }),
  'invalidPodTemplate2.Template': template({ foo: 'bar' }, { spec: { ActiveDeadlineSeconds: 60 } }),
  'readWriteVolumePodTemplate.Template': template(LABELS, {
    spec: {
      Volumes: [
        new GoStruct('core.Volume', {
          Name: 'gcepd',
          VolumeSource: new GoStruct('core.VolumeSource', {
            GCEPersistentDisk: new GoStruct('core.GCE', {
              PDName: 'my-PD',
              FSType: 'ext4',
              Partition: 1,
              ReadOnly: false,
            }),
          }),
        }),
      ],
    },
  }),
  activeDeadlineSeconds: 30,
  minUserID: 0,
  maxUserID: 2147483647,
  minGroupID: 0,
  maxGroupID: 2147483647,
  epNs: '',
  'spcs[].Name': 'system-node-critical',
  'spcs[].Value': 2000001000,
  'spcs[].GlobalDefault': false,
  metricLabelSelector: new GoStruct('metav1.LabelSelector', {}),
  'validManualSelector.MatchLabels': LABELS,
}

/** Variables that have another value in a later table of the same function. */
export const ownVariables: Readonly<Record<string, Scope['constants']>> = {
  'TestValidatePodSpec.failureCases': {
    activeDeadlineSeconds: 0,
    minUserID: -1,
    maxUserID: 2147483648,
    minGroupID: -1,
    maxGroupID: 2147483648,
  },
}
