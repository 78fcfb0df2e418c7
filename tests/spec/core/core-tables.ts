import type { GoMap } from './go-literals.ts'
import { GoStruct } from './go-literals.ts'
import { created } from './kind-rules.ts'
import type { Faults, Play } from './play.ts'
import { around, bad, change, either, flag, good, member, object, textOf } from './play.ts'
import { template } from './go-functions.ts'
import { counts, LABELS, workload } from './workload-tables.ts'

const CORE = 'core/validation/validation_test'

const persistentSource =
  (field: string, key: string): Faults =>
  (row) =>
    created('persistentvolumes', volumeOf({ [field]: member(row, key) }))

const volumeOf = (source: GoMap): GoStruct =>
  persistentVolume({ PersistentVolumeSource: new GoStruct('core.PVS', source) })

const persistentVolume = (spec: GoMap): GoStruct =>
  new GoStruct('core.PersistentVolume', {
    ObjectMeta: new GoStruct('metav1.ObjectMeta', { Name: 'foo' }),
    Spec: new GoStruct('core.PersistentVolumeSpec', {
      Capacity: { storage: '1G' },
      AccessModes: ['ReadWriteOnce'],
      ...spec,
    }),
  })

/** Validates a service with one port and the session affinity of the row. */
const affine: Faults = (row) =>
  created(
    'services',
    around('core.Service', {
      Spec: new GoStruct('core.ServiceSpec', {
        Ports: [new GoStruct('core.ServicePort', { Port: 80, Protocol: 'TCP', TargetPort: 80 })],
        Type: 'ClusterIP',
        SessionAffinity: 'ClientIP',
        SessionAffinityConfig: row,
        InternalTrafficPolicy: 'Cluster',
      }),
    }),
  )

/** The tables of volumes, claims and other core kinds. */
export const coreTables: readonly Play[] = [
  good([CORE, 'TestValidateOrSetClientIPAffinityConfig', 'successCases'], affine),
  bad([CORE, 'TestValidateOrSetClientIPAffinityConfig', 'errorCases'], affine),
  either(
    [CORE, 'TestValidatePersistentVolumes', 'scenarios'],
    flag('isExpectedFailure', false),
    object('persistentvolumes', 'volume'),
  ),
  either(
    [CORE, 'TestValidateLocalVolumes', 'scenarios'],
    flag('isExpectedFailure', false),
    object('persistentvolumes', 'volume'),
  ),
  either(
    [CORE, 'TestValidateVolumeNodeAffinityUpdate', 'scenarios'],
    flag('isExpectedFailure', false),
    change('persistentvolumes', 'newPV', 'oldPV'),
  ),
  either(
    [CORE, 'TestAlphaPVVolumeModeUpdate', 'scenarios'],
    flag('isExpectedFailure', false),
    change('persistentvolumes', 'newPV', 'oldPV'),
  ),
  good([CORE, 'TestPVVolumeMode', 'successCasesPV'], object('persistentvolumes')),
  bad([CORE, 'TestPVVolumeMode', 'errorCasesPV'], object('persistentvolumes')),
  good([CORE, 'TestPVCVolumeMode', 'successCasesPVC'], object('persistentvolumeclaims')),
  bad([CORE, 'TestPVCVolumeMode', 'errorCasesPVC'], object('persistentvolumeclaims')),
  either(
    [CORE, 'TestValidateGlusterfsPersistentVolumeSource', 'testCases'],
    (row) => (row['errtype'] ?? '') === '',
    persistentSource('Glusterfs', 'gfs'),
    textOf('errfield'),
  ),
  either(
    [CORE, 'TestValidateCSIVolumeSource', 'testCases'],
    (row) => (row['errtype'] ?? '') === '',
    persistentSource('CSI', 'csi'),
    textOf('errfield'),
  ),
  either(
    [CORE, 'TestValidatePersistentVolumeClaim', 'scenarios'],
    flag('isExpectedFailure', false),
    object('persistentvolumeclaims', 'claim'),
  ),
  either(
    [CORE, 'TestValidatePersistentVolumeClaimUpdate', 'scenarios'],
    flag('isExpectedFailure', false),
    change('persistentvolumeclaims', 'newClaim', 'oldClaim'),
  ),
  either(
    [CORE, 'TestValidatePersistentVolumeClaimStatusUpdate', 'scenarios'],
    flag('isExpectedFailure', false),
    change('persistentvolumeclaims', 'newClaim', 'oldClaim', 'status'),
  ),
  good([CORE, 'TestAlphaVolumeSnapshotDataSource', 'successTestCases'], (row) =>
    created('persistentvolumeclaims', around('core.PVC', { Spec: row })),
  ),
  either([CORE, 'TestAlphaVolumePVCDataSource', 'testCases'], flag('expectedFail', false), (row) =>
    created('persistentvolumeclaims', around('core.PVC', { Spec: member(row, 'claimSpec') })),
  ),
  ...workload(CORE, 'TestValidateReplicationController', 'replicationcontrollers'),
  either(
    [CORE, 'TestValidateReplicationControllerStatus', 'tests'],
    flag('expectedErr', false),
    counts('replicationcontrollers', 'core.ReplicationController', { Selector: LABELS, Template: template(LABELS) }),
  ),
  good(
    [CORE, 'TestValidateReplicationControllerStatusUpdate', 'successCases'],
    change('replicationcontrollers', 'update', 'old', 'status'),
  ),
  bad(
    [CORE, 'TestValidateReplicationControllerStatusUpdate', 'errorCases'],
    change('replicationcontrollers', 'update', 'old', 'status'),
  ),
  good([CORE, 'TestValidateNode', 'successCases'], object('nodes')),
  bad([CORE, 'TestValidateNode', 'errorCases'], object('nodes')),
  either([CORE, 'TestValidateNodeUpdate', 'tests'], flag('valid', true), change('nodes', 'node', 'oldNode')),
  good([CORE, 'TestValidateLimitRange', 'successCases'], (row) =>
    created('limitranges', around('core.LimitRange', { Spec: member(row, 'spec') })),
  ),
  bad([CORE, 'TestValidateLimitRange', 'errorCases'], object('limitranges', 'R'), textOf('D')),
  good([CORE, 'TestValidateLimitRangeForLocalStorage', 'testCases'], (row) =>
    created('limitranges', around('core.LimitRange', { Spec: member(row, 'spec') })),
  ),
  good([CORE, 'TestValidateResourceQuota', 'successCases'], object('resourcequotas')),
  bad([CORE, 'TestValidateResourceQuota', 'errorCases'], object('resourcequotas', 'R'), textOf('D')),
  good([CORE, 'TestValidateNamespace', 'successCases'], object('namespaces')),
  bad([CORE, 'TestValidateNamespace', 'errorCases'], object('namespaces', 'R'), textOf('D')),
  either(
    [CORE, 'TestValidateNamespaceUpdate', 'tests'],
    flag('valid', true),
    change('namespaces', 'namespace', 'oldNamespace'),
  ),
  either(
    [CORE, 'TestValidateNamespaceFinalizeUpdate', 'tests'],
    flag('valid', true),
    change('namespaces', 'namespace', 'oldNamespace', 'finalize'),
  ),
  either(
    [CORE, 'TestValidateNamespaceStatusUpdate', 'tests'],
    flag('valid', true),
    change('namespaces', 'namespace', 'oldNamespace', 'status'),
  ),
  good([CORE, 'TestValidateEndpoints', 'successCases'], object('endpoints')),
  bad([CORE, 'TestValidateEndpoints', 'errorCases'], object('endpoints', 'endpoints'), textOf('errorDetail')),
  good([CORE, 'TestValidateTLSSecret', 'successCases'], object('secrets')),
  bad([CORE, 'TestValidateTLSSecret', 'errorCases'], object('secrets', 'secrets')),
  either([CORE, 'TestValidateConfigMap', 'tests'], flag('isValid', true), object('configmaps', 'cfg')),
  either(
    [CORE, 'TestValidateConfigMapUpdate', 'cases'],
    flag('isValid', true),
    change('configmaps', 'newCfg', 'oldCfg'),
  ),
  either(['core/validation/events_test', 'TestValidateEvent', 'table'], flag('valid', true), object('events', 'Event')),
  either(
    ['core/validation/events_test', 'TestValidateNewEvent', 'table'],
    flag('valid', true),
    object('events', 'Event'),
  ),
]
