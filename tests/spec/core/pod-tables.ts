import type { FieldError } from '../../../worker/api/field-error.ts'
import type { Json, JsonObject } from '../../../worker/api/json.ts'
import type { GoMap, GoValue } from './go-literals.ts'
import { GoStruct } from './go-literals.ts'
import { asJson } from './go-objects.ts'
import { createdPod, goodContainer, podAround, schemaAt } from './kind-rules.ts'
import type { Faults, Play } from './play.ts'
import { bad, change, either, flag, good, member, object, textOf } from './play.ts'

const CORE = 'core/validation/validation_test'

const podPart = (path: string, value: GoValue): Json => asJson(value, schemaAt('pods', path))

/** The row when it is a list, else a list with the row as its only item. */
const listed = (row: GoValue): GoValue => (Array.isArray(row) ? row : [row])

const inContainer = (fields: JsonObject, spec: JsonObject = {}): readonly FieldError[] =>
  createdPod(podAround({ containers: [{ ...goodContainer, ...fields }], ...spec }))

const containerField =
  (field: string, key?: string): Faults =>
  (row) =>
    inContainer({
      [field]: podPart(`spec.containers[].${field}`, listed(key === undefined ? row : member(row, key))),
    })

const MOUNTED: readonly JsonObject[] = [
  { name: 'abc', persistentVolumeClaim: { claimName: 'testclaim1' } },
  { name: 'abc-123', persistentVolumeClaim: { claimName: 'testclaim2' } },
  { name: '123', hostPath: { path: '/foo/baz', type: '' } },
]

/** Validates mounts of existing volumes, and devices. */
const mounts =
  (key?: string, container: JsonObject = {}): Faults =>
  (row) =>
    inContainer(
      {
        volumeMounts: podPart('spec.containers[].volumeMounts', listed(key === undefined ? row : member(row, key))),
        ...container,
      },
      { volumes: MOUNTED.map((volume) => ({ ...volume })) },
    )

const devices: Faults = (row) =>
  inContainer(
    { volumeDevices: podPart('spec.containers[].volumeDevices', listed(row)) },
    { volumes: [...MOUNTED.slice(0, 2), { name: 'def', hostPath: { path: '/foo/baz', type: '' } }] },
  )

/** Validates devices in a container that also mounts volumes. */
const devicesBesideMounts: Faults = (row) =>
  inContainer(
    {
      volumeDevices: podPart('spec.containers[].volumeDevices', listed(row)),
      volumeMounts: [
        { name: 'abc', mountPath: '/foo' },
        { name: 'abc-123', mountPath: '/this/path/exists' },
      ],
    },
    { volumes: [...MOUNTED.slice(0, 2), { name: 'def', hostPath: { path: '/foo/baz', type: '' } }] },
  )

const volumes = (row: GoValue): readonly FieldError[] =>
  createdPod(podAround({ volumes: podPart('spec.volumes', listed(row)) }))

const container = (row: GoValue): readonly FieldError[] =>
  createdPod(podAround({ containers: podPart('spec.containers', listed(row)) }))

const initContainer = (row: GoValue): readonly FieldError[] =>
  createdPod(podAround({ initContainers: podPart('spec.initContainers', listed(row)) }))

const lifecycle = (row: GoValue): readonly FieldError[] =>
  inContainer({ lifecycle: { postStart: podPart('spec.containers[].lifecycle.postStart', row) } })

const podField =
  (field: string, key?: string, around: JsonObject = {}): Faults =>
  (row) =>
    createdPod(podAround({ ...around, [field]: podPart(`spec.${field}`, key === undefined ? row : member(row, key)) }))

const podSpec: Faults = (row) =>
  createdPod({ metadata: { name: 'pod', namespace: 'default' }, spec: podPart('spec', row) })

const volumeSource =
  (field: string, key: string): Faults =>
  (row) =>
    createdPod(podAround({ volumes: [{ name: 'v', [field]: podPart(`spec.volumes[].${field}`, member(row, key)) }] }))

const errors = textOf('expectedError')

/** The text of the first error that a row expects: its detail, or else its field; undefined without errors. */
function firstError(row: GoMap): string | undefined {
  const { errs } = row
  const [first] = Array.isArray(errs) ? (errs as readonly GoValue[]) : []
  if (first === undefined) return undefined
  const detail = member(first, 'detail')
  return typeof detail === 'string' && detail !== '' ? detail : String(member(first, 'field'))
}

/** Whether the row expects no faults, as `Play.expects` returns it. */
const expectsNone = (row: GoMap): boolean => !Array.isArray(row['errs']) || row['errs'].length === 0

const sysctl: Faults = (row) =>
  createdPod(podAround({ securityContext: { sysctls: [{ name: String(row), value: '1' }] } }))

/** The tables of pods and their parts. */
export const podTables: readonly Play[] = [
  good([CORE, 'TestIsValidSysctlName', 'valid'], sysctl),
  bad([CORE, 'TestIsValidSysctlName', 'invalid'], sysctl),
  good([CORE, 'TestValidatePod', 'successCases'], object('pods')),
  bad([CORE, 'TestValidatePod', 'errorCases'], object('pods', 'spec'), errors),
  either(
    [CORE, 'TestValidatePodUpdate', 'tests'],
    (row) => row['err'] === '',
    change('pods', 'new', 'old'),
    textOf('err'),
  ),
  either(
    [CORE, 'TestValidatePodStatusUpdate', 'tests'],
    (row) => row['err'] === '',
    change('pods', 'new', 'old', 'status'),
    textOf('err'),
  ),
  good([CORE, 'TestValidatePodSpec', 'successCases'], podSpec),
  bad([CORE, 'TestValidatePodSpec', 'failureCases'], podSpec),
  good([CORE, 'TestHugePagesIsolation', 'successCases'], object('pods')),
  bad([CORE, 'TestHugePagesIsolation', 'failureCases'], object('pods')),
  good([CORE, 'TestValidateContainers', 'successCase'], container),
  bad([CORE, 'TestValidateContainers', 'errorCases'], container),
  good([CORE, 'TestValidateInitContainers', 'successCase'], initContainer),
  bad([CORE, 'TestValidateInitContainers', 'errorCases'], initContainer),
  good([CORE, 'TestValidateEnv', 'successCase'], containerField('env')),
  bad([CORE, 'TestValidateEnv', 'errorCases'], containerField('env', 'envs'), errors),
  good([CORE, 'TestLocalStorageEnvWithFeatureGate', 'testCases'], containerField('env')),
  good([CORE, 'TestValidateEnvFrom', 'successCase'], containerField('envFrom')),
  bad([CORE, 'TestValidateEnvFrom', 'errorCases'], containerField('envFrom', 'envs'), errors),
  good([CORE, 'TestValidatePorts', 'successCase'], containerField('ports')),
  bad([CORE, 'TestValidatePorts', 'errorCases'], containerField('ports', 'P'), textOf('D')),
  good([CORE, 'TestValidateHandler', 'successCases'], lifecycle),
  bad([CORE, 'TestValidateHandler', 'errorCases'], lifecycle),
  either([CORE, 'TestValidateVolumes', 'testCases'], expectsNone, (row) => volumes(member(row, 'vol')), firstError),
  good([CORE, 'TestAlphaLocalStorageCapacityIsolation', 'testCases'], (row) =>
    volumes(new GoStruct('core.Volume', { Name: 'v', VolumeSource: row })),
  ),
  good([CORE, 'TestValidateVolumeMounts', 'successCase'], mounts()),
  bad([CORE, 'TestValidateVolumeMounts', 'errorCases'], mounts()),
  either([CORE, 'TestValidateSubpathMutuallyExclusive', 'cases'], flag('expectError', false), mounts('mounts')),
  good([CORE, 'TestAlphaValidateVolumeDevices', 'successCase'], devices),
  bad([CORE, 'TestAlphaValidateVolumeDevices', 'errorCases'], devicesBesideMounts),
  either([CORE, 'TestValidateMountPropagation', 'tests'], flag('expectError', false), (row) =>
    createdPod(
      podAround({
        volumes: [{ name: 'foo', hostPath: { path: '/foo/baz', type: '' } }],
        containers: [
          {
            ...(podPart('spec.containers[]', member(row, 'container')) as JsonObject),
            name: 'c',
            image: 'i',
            imagePullPolicy: 'IfNotPresent',
            terminationMessagePolicy: 'File',
            volumeMounts: [podPart('spec.containers[].volumeMounts[]', member(row, 'mount'))],
          },
        ],
      }),
    ),
  ),
  either([CORE, 'TestValidateKeyToPath', 'testCases'], flag('ok', true), (row) =>
    createdPod(
      podAround({
        volumes: [
          {
            name: 'v',
            configMap: { name: 'm', items: [podPart('spec.volumes[].configMap.items[]', member(row, 'kp'))] },
          },
        ],
      }),
    ),
  ),
  either(
    [CORE, 'TestValidateNFSVolumeSource', 'testCases'],
    (row) => row['errtype'] === undefined || row['errtype'] === '',
    volumeSource('nfs', 'nfs'),
    textOf('errfield'),
  ),
  either(
    [CORE, 'TestValidateGlusterfs', 'testCases'],
    (row) => row['errtype'] === undefined || row['errtype'] === '',
    volumeSource('glusterfs', 'gfs'),
    textOf('errfield'),
  ),
  good([CORE, 'TestValidateRestartPolicy', 'successCases'], podField('restartPolicy')),
  bad([CORE, 'TestValidateRestartPolicy', 'errorCases'], podField('restartPolicy')),
  good(
    [CORE, 'TestValidateDNSPolicy', 'successCases'],
    podField('dnsPolicy', undefined, { dnsConfig: { nameservers: ['1.2.3.4'] } }),
  ),
  bad([CORE, 'TestValidateDNSPolicy', 'errorCases'], podField('dnsPolicy')),
  either([CORE, 'TestValidatePodDNSConfig', 'testCases'], flag('expectedError', false), (row) =>
    createdPod(
      podAround({
        dnsConfig: podPart('spec.dnsConfig', member(row, 'dnsConfig')),
        dnsPolicy: String(member(row, 'dnsPolicy') ?? 'ClusterFirst'),
      }),
    ),
  ),
  good([CORE, 'TestValidatePodReadinessGates', 'successCases'], podField('readinessGates', 'readinessGates')),
  bad([CORE, 'TestValidatePodReadinessGates', 'errorCases'], podField('readinessGates', 'readinessGates')),
]
