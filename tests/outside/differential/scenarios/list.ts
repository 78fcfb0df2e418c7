import type { Case, Step } from '../../../conformance/case.ts'
import { get, remove, scenario } from './steps.ts'

/** Group and version, then the names of namespaced resources, and after `|` the names of cluster-scoped ones. */
const SERVED: readonly string[] = [
  'v1 configmaps endpoints events limitranges persistentvolumeclaims pods podtemplates replicationcontrollers resourcequotas secrets serviceaccounts services | namespaces nodes persistentvolumes',
  'apps/v1 controllerrevisions daemonsets deployments replicasets statefulsets',
  'autoscaling/v2 horizontalpodautoscalers',
  'autoscaling/v1 horizontalpodautoscalers',
  'batch/v1 cronjobs jobs',
  'certificates.k8s.io/v1 | certificatesigningrequests',
  'coordination.k8s.io/v1 leases',
  'discovery.k8s.io/v1 endpointslices',
  'events.k8s.io/v1 events',
  'networking.k8s.io/v1 ingresses networkpolicies | ingressclasses',
  'node.k8s.io/v1 | runtimeclasses',
  'policy/v1 poddisruptionbudgets',
  'rbac.authorization.k8s.io/v1 rolebindings roles | clusterrolebindings clusterroles',
  'scheduling.k8s.io/v1 | priorityclasses',
  'storage.k8s.io/v1 csistoragecapacities | csidrivers csinodes storageclasses volumeattachments',
  'admissionregistration.k8s.io/v1 | mutatingwebhookconfigurations validatingwebhookconfigurations validatingadmissionpolicies',
  'apiextensions.k8s.io/v1 | customresourcedefinitions',
  'apiregistration.k8s.io/v1 | apiservices',
  'flowcontrol.apiserver.k8s.io/v1 | flowschemas prioritylevelconfigurations',
  'flowcontrol.apiserver.k8s.io/v1beta3 | flowschemas prioritylevelconfigurations',
]
const ALPHA: readonly string[] = [
  'admissionregistration.k8s.io/v1alpha1 | validatingadmissionpolicies validatingadmissionpolicybindings',
  'admissionregistration.k8s.io/v1beta1 | validatingadmissionpolicies validatingadmissionpolicybindings',
  'networking.k8s.io/v1alpha1 | ipaddresses servicecidrs',
  'storage.k8s.io/v1alpha1 | volumeattributesclasses',
  'storagemigration.k8s.io/v1alpha1 | storageversionmigrations',
  'internal.apiserver.k8s.io/v1alpha1 | storageversions',
  'certificates.k8s.io/v1alpha1 | clustertrustbundles',
  'resource.k8s.io/v1alpha2 resourceclaims resourceclaimtemplates podschedulingcontexts resourceclaimparameters resourceclassparameters | resourceclasses resourceslices',
]

const QUERIES: readonly string[] = [
  'fieldSelector=metadata.name%3Da',
  'fieldSelector=metadata.namespace%3Da',
  'fieldSelector=metadata.uid%3Da',
  'fieldSelector=metadata.labels.a%3Da',
  'fieldSelector=status.phase%3DRunning',
  'fieldSelector=spec.nodeName!%3Da,status.podIP%3D1,spec.restartPolicy%3D%3DAlways',
  'fieldSelector=spec.schedulerName%3Da,spec.serviceAccountName%3Da,status.nominatedNodeName%3Da,spec.hostNetwork%3Dtrue',
  'fieldSelector=status.podIPs%3D1',
  'fieldSelector=status.successful%3D1',
  'fieldSelector=status.replicas%3D1',
  'fieldSelector=spec.unschedulable%3Dfalse',
  'fieldSelector=type%3Da',
  'fieldSelector=reason%3Da,source%3Db,involvedObject.kind%3DPod,reportingComponent%3Dx',
  'fieldSelector=regarding.kind%3DPod',
  'fieldSelector=spec.signerName%3Da',
  'fieldSelector=spec.clusterIP%3DNone,spec.type%3DClusterIP',
  'fieldSelector=name%3Da',
  'fieldSelector=METADATA.NAME%3Da',
  'fieldSelector=metadata.name%20%3D%20a',
  'fieldSelector=metadata.name%3Da%5C%2Cb',
  'fieldSelector=%3Da',
  'fieldSelector=,',
  'fieldSelector=metadata.name%3Da,',
  'fieldSelector=metadata.name%3D%5Cx',
  'fieldSelector=spec.driver%3Da,spec.nodeName%3Db,nodeName%3Dc,driverName%3Dd',
  'fieldSelector=spec.addressType%3Da',
  'labelSelector=a%3Db%3Dc',
  'labelSelector=%C3%A4',
  'labelSelector=a/b/c',
  `labelSelector=${'a'.repeat(70)}`,
  'limit=1&fieldSelector=metadata.name%3Da',
  'limit=-1',
  'resourceVersion=0&limit=1',
  'resourceVersion=0&resourceVersionMatch=Exact',
  'resourceVersionMatch=NotOlderThan',
  'continue=e30',
]
const FORMS: readonly Record<string, string>[] = [
  { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
  { Accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' },
  { Accept: 'application/yaml' },
]
/** Resources whose first objects differ between two starts of a server. */
const VARYING =
  /(nodes|apiservices|clusterroles|clusterrolebindings|namespaces|leases|services|endpoints|endpointslices|serviceaccounts|events)$/

function steps(path: string, namespaced: boolean): Step[] {
  const isVarying = VARYING.test(path) && !namespaced
  return [
    ...QUERIES.filter((query) => !isVarying || query.startsWith('field')).map((query) => get(`${path}?${query}`)),
    ...(isVarying ? [] : FORMS.map((headers) => get(path, { headers }))),
    ...QUERIES.filter((_, at) => at % 4 === 0).map((query) => remove(`${path}?dryRun=All&${query}`)),
  ]
}

const casesOf = (served: readonly string[], name: string): Case[] =>
  served.flatMap((line, at) => {
    const [own = '', cluster = ''] = line.split('|')
    const [version = '', ...names] = own.trim().split(' ')
    const root = version === 'v1' ? '/api/v1' : `/apis/${version}`
    const clusterNames = cluster.trim().split(' ').filter(Boolean)
    return scenario('list', `${name}-${at}`, [
      ...names.flatMap((one) => steps(`${root}/namespaces/\${ns}/${one}`, true)),
      ...names.flatMap((one) => [get(`${root}/${one}?fieldSelector=metadata.name%3Dnone`), remove(`${root}/${one}`)]),
      ...clusterNames.flatMap((one) => steps(`${root}/${one}`, false)),
      ...clusterNames.map((one) => get(`${root}/namespaces/\${ns}/${one}`)),
    ])
  })

export const listScenarios = (): Case[] => [...casesOf(SERVED, 'served'), ...casesOf(ALPHA, 'off')]
export const alphaListScenarios = (): Case[] => casesOf(ALPHA, 'alpha')
