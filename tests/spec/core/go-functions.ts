import type { GoValue, Scope } from './go-literals.ts'
import { GoStruct } from './go-literals.ts'

/** The time at which the rows are evaluated. */
export const NOW = Date.parse('2019-06-01T10:00:00Z')

export type GoFunction = Scope['functions'][string]

export const struct = (type: string, fields: Readonly<Record<string, GoValue>>): GoStruct => new GoStruct(type, fields)

export const meta = (
  name: GoValue,
  namespace: GoValue = null,
  rest: Readonly<Record<string, GoValue>> = {},
): GoStruct => struct('metav1.ObjectMeta', { Name: name, Namespace: namespace, ...rest })

/** A resource list without empty amounts. */
const resources =
  (...names: readonly string[]): GoFunction =>
  (...amounts) =>
    Object.fromEntries(names.flatMap((name, i) => (given(amounts[i]) === '' ? [] : [[name, given(amounts[i])]])))

const given = (value: GoValue | undefined): GoValue => value ?? ''

const requirements: GoFunction = (Requests = null, Limits = null) =>
  struct('core.ResourceRequirements', { Requests, Limits })

const container: GoStruct = struct('core.Container', {
  Name: 'ctr',
  Image: 'image',
  ImagePullPolicy: 'IfNotPresent',
  TerminationMessagePolicy: 'File',
})

const podSpec = (rest: Readonly<Record<string, GoValue>> = {}, ...containers: readonly GoValue[]): GoStruct =>
  struct('core.PodSpec', {
    Containers: containers.length === 0 ? [container] : containers,
    RestartPolicy: 'Always',
    DNSPolicy: 'ClusterFirst',
    ...rest,
  })

/** A pod template of the workload tables. `name` is the name of its container. */
export const template = (
  labels: GoValue,
  { name = 'abc', spec = {} }: { readonly name?: string; readonly spec?: Readonly<Record<string, GoValue>> } = {},
): GoStruct =>
  struct('core.PodTemplateSpec', {
    ObjectMeta: struct('metav1.ObjectMeta', { Labels: labels }),
    Spec: podSpec(spec, struct('core.Container', { ...container.fields, Name: name })),
  })

const volume =
  (rest: Readonly<Record<string, GoValue>> = {}): GoFunction =>
  (name = null, namespace = null, spec = null) =>
    struct('core.PersistentVolume', { ObjectMeta: meta(name, namespace === '' ? null : namespace, rest), Spec: spec })

const hostPath = struct('core.HostPathVolumeSource', { Path: '/foo', Type: 'Directory' })
const amount = { storage: '10G' }

const volumeWithMode: GoFunction = (mode = null) =>
  struct('core.PersistentVolume', {
    ObjectMeta: meta('foo'),
    Spec: struct('core.PersistentVolumeSpec', {
      Capacity: amount,
      AccessModes: ['ReadWriteOnce'],
      PersistentVolumeSource: struct('core.PersistentVolumeSource', { HostPath: hostPath }),
      StorageClassName: 'test-storage-class',
      VolumeMode: mode,
    }),
  })

const claim =
  (annotations: Readonly<Record<string, GoValue>> | null = null): GoFunction =>
  (name = null, namespace = null, spec = null) =>
    struct('core.PersistentVolumeClaim', {
      ObjectMeta: meta(name, namespace, { Annotations: annotations }),
      Spec: spec,
    })

const withClass = (spec: GoValue | undefined, name: GoValue): GoValue =>
  spec instanceof GoStruct ? struct(spec.type, { ...spec.fields, StorageClassName: name }) : null

const CLASS = 'volume.beta.kubernetes.io/storage-class'

const claimSpec = (rest: Readonly<Record<string, GoValue>>): GoStruct =>
  struct('core.PersistentVolumeClaimSpec', {
    AccessModes: ['ReadOnlyMany'],
    Resources: struct('core.ResourceRequirements', { Requests: amount }),
    ...rest,
  })

const sourceOf =
  (fixed: readonly GoValue[] = []): GoFunction =>
  (...args) => {
    const [name = null, kind = null, group = null] = [...args, ...fixed]
    const source = struct('core.TypedLocalObjectReference', { Name: name, Kind: kind, APIGroup: group })
    return claimSpec({ DataSource: source })
  }

/** A volume with node affinity. */
const affine: GoFunction = (affinity = null) =>
  struct('core.PersistentVolume', {
    ObjectMeta: meta('test-affinity-volume'),
    Spec: struct('core.PersistentVolumeSpec', {
      Capacity: amount,
      AccessModes: ['ReadWriteOnce'],
      PersistentVolumeSource: struct('core.PersistentVolumeSource', {
        GCEPersistentDisk: struct('core.GCEPersistentDiskVolumeSource', { PDName: 'foo' }),
      }),
      StorageClassName: 'test-storage-class',
      NodeAffinity: affinity,
    }),
  })

const simpleAffinity: GoFunction = (key = null, value = null) =>
  struct('core.VolumeNodeAffinity', {
    Required: struct('core.NodeSelector', {
      NodeSelectorTerms: [
        struct('core.NodeSelectorTerm', {
          MatchExpressions: [struct('core.NodeSelectorRequirement', { Key: key, Operator: 'In', Values: [value] })],
        }),
      ],
    }),
  })

const csiVolume: GoFunction = (secret = null) =>
  struct('core.PersistentVolume', {
    ObjectMeta: meta('test-csi-volume'),
    Spec: struct('core.PersistentVolumeSpec', {
      Capacity: amount,
      AccessModes: ['ReadWriteOnce'],
      PersistentVolumeSource: struct('core.PersistentVolumeSource', {
        CSI: struct('core.CSIPersistentVolumeSource', {
          Driver: 'test-driver',
          VolumeHandle: 'test-123',
          ControllerExpandSecretRef: secret,
        }),
      }),
    }),
  })

const localVolume: GoFunction = (path = null, affinity = null) =>
  struct('core.PersistentVolumeSpec', {
    Capacity: amount,
    AccessModes: ['ReadWriteOnce'],
    PersistentVolumeSource: struct('core.PersistentVolumeSource', {
      Local: struct('core.LocalVolumeSource', { Path: path }),
    }),
    NodeAffinity: affinity,
    StorageClassName: 'test-storage-class',
  })

export const configMap: GoFunction = (name = null, namespace = null, data = null, binaryData = null) =>
  struct('core.ConfigMap', { ObjectMeta: meta(name, namespace), Data: data, BinaryData: binaryData })

const generated = struct('metav1.LabelSelector', { MatchLabels: { 'controller-uid': '1a2b3c', 'job-name': 'myjob' } })
const manual = struct('metav1.LabelSelector', { MatchLabels: { a: 'b' } })

const jobTemplate: GoFunction = (selector = null) =>
  struct('core.PodTemplateSpec', {
    ObjectMeta: struct('metav1.ObjectMeta', {
      Labels: selector instanceof GoStruct ? (selector.fields['MatchLabels'] ?? null) : null,
    }),
    Spec: podSpec({ RestartPolicy: 'OnFailure' }, struct('core.Container', { ...container.fields, Name: 'abc' })),
  })

const storageClass: GoFunction = (mode = null, topologies = null) =>
  struct('storage.StorageClass', {
    ObjectMeta: struct('metav1.ObjectMeta', { Name: 'foo', ResourceVersion: 'foo' }),
    Provisioner: 'kubernetes.io/foo-provisioner',
    ReclaimPolicy: 'Delete',
    VolumeBindingMode: mode,
    AllowedTopologies: topologies,
  })

const tolerant: GoFunction = (tolerations = null) => podSpec({ Tolerations: tolerations })

const paths: GoFunction = (length = 0) => {
  const letters = 'a'.repeat(62)
  return `${letters}.`.repeat(4).slice(0, Number(length))
}

export const revision: GoFunction = (name = null, namespace = null, data = null, number = 0) =>
  struct('apps.ControllerRevision', { ObjectMeta: meta(name, namespace), Data: data, Revision: number })

/** The format of amounts that are created from numbers. */
const thousandths: GoFunction = (number = 0) => `${String(number)}m`
const whole: GoFunction = (number = 0) => String(number)

const first: GoFunction = (value = null) => value

const securityContext = (isPrivileged: GoValue): GoStruct =>
  struct('core.SecurityContext', { Privileged: isPrivileged })

/** The helper functions of the Go tests that rows call. */
export const functions: Scope['functions'] = {
  fakeValidSecurityContext: (isPrivileged = null) => securityContext(isPrivileged),
  'fields.ParseSelectorOrDie': first,
  'fmt.Sprintf': (format = '', ...args) => {
    let at = 0
    return String(format).replace(/%[svdq]/g, () => String(args[at++] ?? ''))
  },
  'strings.Repeat': (text = '', n = 0) => String(text).repeat(Number(n)),
  'bytes.Repeat': (text = '', n = 0) => String(text).repeat(Number(n)),
  'resource.MustParse': first,
  'resource.NewQuantity': whole,
  'resource.NewMilliQuantity': thousandths,
  'types.UID': first,
  'metav1.Now': () => '2019-06-01T10:00:00Z',
  'metav1.NewTime': first,
  'metav1.NewMicroTime': first,
  'validation.InclusiveRangeError': (low = 0, high = 0) =>
    `must be between ${String(low)} and ${String(high)}, inclusive`,
  '.Add': (nanoseconds = 0) => new Date(NOW + Number(nanoseconds) / 1e6).toISOString(),
  'now.Add': (nanoseconds = 0) => new Date(NOW + Number(nanoseconds) / 1e6).toISOString(),
  '.AddDate': (years = 0, months = 0, days = 0) => {
    const date = new Date(NOW)
    date.setUTCFullYear(
      date.getUTCFullYear() + Number(years),
      date.getUTCMonth() + Number(months),
      date.getUTCDate() + Number(days),
    )
    return date.toISOString().replace('.000', '')
  },
  boolP: first,
  genTolerationSeconds: first,
  'time.Now': () => '2019-06-01T10:00:00Z',
  'time.Unix': (seconds = 0) => new Date(Number(seconds) * 1000).toISOString().replace('.000', ''),
  'labels.Nothing': () => null,
  mustParse: first,
  newBool: first,
  toPtr: first,
  newHostPathType: first,
  getResourceLimits: resources('cpu', 'memory'),
  getResourceList: resources('cpu', 'memory'),
  getComputeResourceList: resources('cpu', 'memory'),
  getLocalStorageResourceList: resources('ephemeral-storage'),
  getStorageResourceList: resources('storage'),
  getResourceRequirements: requirements,
  validPodSpec: (affinity = null) => podSpec(affinity === null ? {} : { Affinity: affinity }),
  extendPodSpecwithTolerations: (_spec = null, tolerations = null) => tolerant(tolerations),
  testVolume: volume(),
  testVolumeWithNodeAffinity: affine,
  simpleVolumeNodeAffinity: simpleAffinity,
  getCSIVolumeWithSecret: csiVolume,
  testLocalVolume: localVolume,
  createTestVolModePV: volumeWithMode,
  createTestPV: () => volumeWithMode(null),
  createTestVolModePVC: (mode = null) =>
    struct('core.PersistentVolumeClaim', {
      ObjectMeta: meta('foo', 'default'),
      Spec: claimSpec({ AccessModes: ['ReadWriteOnce'], VolumeMode: mode }),
    }),
  testVolumeClaim: claim(),
  testVolumeClaimWithStatus: (name = null, namespace = null, spec = null, status = null) =>
    struct('core.PersistentVolumeClaim', { ObjectMeta: meta(name, namespace), Spec: spec, Status: status }),
  testVolumeClaimStorageClass: (name = null, namespace = null, annotation = null, spec = null) =>
    claim({ [CLASS]: annotation })(name, namespace, spec),
  testVolumeClaimAnnotation: (...args) => {
    const [name = null, namespace = null, key = null, value = null, spec = null] = args
    return claim({ [String(key)]: value })(name, namespace, spec)
  },
  testVolumeClaimStorageClassInSpec: (name = null, namespace = null, className = null, spec = null) =>
    claim()(name, namespace, withClass(spec, className)),
  testVolumeClaimStorageClassInAnnotationAndSpec: (...args) => {
    const [name = null, namespace = null, annotation = null, className = null, spec = null] = args
    return claim({ [CLASS]: annotation })(name, namespace, withClass(spec, className))
  },
  testDataSourceInSpec: sourceOf(),
  testVolumeSnapshotDataSourceInSpec: sourceOf(),
  newConfigMap: configMap,
  newControllerRevision: revision,
  getValidGeneratedSelector: () => generated,
  getValidManualSelector: () => manual,
  getValidPodTemplateSpecForGenerated: jobTemplate,
  getValidPodTemplateSpecForManual: jobTemplate,
  makeClass: storageClass,
  generateTestSearchPathFunc: paths,
}
