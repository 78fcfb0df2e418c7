import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt } from '../../resources/path.ts'

/** The objects that a node must read to run a pod. The names refer to the pod's namespace. */
export interface PodReferences {
  readonly namespace: string
  readonly serviceAccount: string
  readonly secrets: ReadonlySet<string>
  readonly configMaps: ReadonlySet<string>
  readonly claims: ReadonlySet<string>
  readonly resourceClaims: ReadonlySet<string>
}

const SECRET_VOLUMES = [
  'secret.secretName',
  'azureFile.secretName',
  'cephfs.secretRef.name',
  'cinder.secretRef.name',
  'flexVolume.secretRef.name',
  'rbd.secretRef.name',
  'scaleIO.secretRef.name',
  'iscsi.secretRef.name',
  'storageos.secretRef.name',
  'csi.nodePublishSecretRef.name',
]

const objects = (owner: JsonObject, path: string): JsonObject[] => listAt(owner, path).filter(isObject)

const texts = (owners: readonly JsonObject[], paths: readonly string[]): string[] =>
  owners.flatMap((owner) => paths.map((path) => textAt(owner, path))).filter((text) => text !== '')

export function podReferences(pod: ApiObject): PodReferences {
  const spec: Json | undefined = pod['spec']
  const of = (path: string): JsonObject[] => (isObject(spec) ? objects(spec, path) : [])
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap(of)
  const volumes = of('volumes')
  const environment = containers.flatMap((container) => objects(container, 'env'))
  const sources = containers.flatMap((container) => objects(container, 'envFrom'))
  const projected = volumes.flatMap((volume) => objects(volume, 'projected.sources'))
  const { name = '', namespace = '' } = pod.metadata ?? {}
  return {
    namespace,
    serviceAccount: isObject(spec) ? textAt(spec, 'serviceAccountName') : '',
    secrets: new Set([
      ...texts(of('imagePullSecrets'), ['name']),
      ...texts(environment, ['valueFrom.secretKeyRef.name']),
      ...texts(sources, ['secretRef.name']),
      ...texts(projected, ['secret.name']),
      ...texts(volumes, SECRET_VOLUMES),
    ]),
    configMaps: new Set([
      ...texts(environment, ['valueFrom.configMapKeyRef.name']),
      ...texts(sources, ['configMapRef.name']),
      ...texts(projected, ['configMap.name']),
      ...texts(volumes, ['configMap.name']),
    ]),
    claims: new Set([
      ...texts(volumes, ['persistentVolumeClaim.claimName']),
      ...volumes.filter(({ ephemeral }) => isObject(ephemeral)).map((volume) => `${name}-${textAt(volume, 'name')}`),
    ]),
    resourceClaims: new Set([
      ...texts(of('resourceClaims'), ['source.resourceClaimName']),
      ...texts(objects(pod, 'status.resourceClaimStatuses'), ['resourceClaimName']),
    ]),
  }
}

/**
 * The paths of the references to secrets with which a node mounts a volume. Some volumes refer to other secrets, with which
 * only their controller works.
 */
const VOLUME_SECRETS = [
  'cephfs.secretRef',
  'cinder.secretRef',
  'flexVolume.secretRef',
  'rbd.secretRef',
  'scaleIO.secretRef',
  'iscsi.secretRef',
  'storageos.secretRef',
  'csi.nodePublishSecretRef',
  'csi.nodeStageSecretRef',
  'csi.nodeExpandSecretRef',
]

/** The secrets that a node needs to mount a volume, each as `namespace/name`. */
export function volumeSecrets(volume: ApiObject): ReadonlySet<string> {
  const claimNamespace = textAt(volume, 'spec.claimRef.namespace')
  const named = VOLUME_SECRETS.map((path) => ({
    name: textAt(volume, `spec.${path}.name`),
    namespace: textAt(volume, `spec.${path}.namespace`),
  }))
  const file = {
    name: textAt(volume, 'spec.azureFile.secretName'),
    namespace: textAt(volume, 'spec.azureFile.secretNamespace'),
  }
  return new Set(
    [file, ...named]
      .filter(({ name }) => name !== '')
      .map(({ name, namespace }) => `${namespace === '' ? claimNamespace : namespace}/${name}`),
  )
}
