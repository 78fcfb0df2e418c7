import { quote } from '../../api/go-format.ts'
import type { JsonObject } from '../../api/json.ts'
import { notFound } from '../../api/status.ts'
import type { AdmissionRequest, Lister } from '../admission.ts'
import { containersOf, objectOf, objectsOf, specOf, textOf } from '../object-parts.ts'
import { podSecretNames } from '../pod-secrets.ts'
import { refused } from '../refusal.ts'

/** A node may create only mirror pods, which may not refer to objects of the cluster. */
export function checkMirrorPod(request: AdmissionRequest, nodeName: string, mirror: string, lister: Lister): void {
  const { object: pod } = request
  const node = `node ${quote(nodeName)}`
  const refuse = (why: string): never => {
    throw refused(request, why)
  }
  const spec = specOf(pod)
  if (pod?.metadata?.annotations?.[mirror] === undefined) {
    refuse(`pod does not have ${quote(mirror)} annotation, ${node} can only create mirror pods`)
  }
  if (textOf(spec, 'nodeName') !== nodeName) refuse(`${node} can only create pods with spec.nodeName set to itself`)
  const [owner, ...others] = pod?.metadata?.ownerReferences ?? []
  if (others.length > 0) refuse(`${node} can only create pods with a single owner reference set to itself`)
  if (owner === undefined || owner.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== nodeName) {
    throw refused(request, `${node} can only create pods with an owner reference set to itself`)
  }
  if (owner.controller !== true) refuse(`${node} can only create pods with a controller owner reference set to itself`)
  if (owner.blockOwnerDeletion === true) refuse(`${node} must not set blockOwnerDeletion on an owner reference`)
  const uid = lister.get('nodes', '', nodeName)?.metadata?.uid
  if (uid === undefined) throw notFound({ group: '', resource: 'node' }, nodeName)
  if (owner.uid !== uid) refuse(`node ${nodeName} UID mismatch: expected ${owner.uid} got ${uid}`)
  const [used] = references(spec)
  if (used !== undefined) refuse(`${node} can not create pods that reference ${used}`)
}

function* references(spec: JsonObject): Generator<string> {
  if (textOf(spec, 'serviceAccountName') !== '') yield 'a service account'
  if (!podSecretNames(spec).next().done) yield 'secrets'
  if (usesConfigMaps(spec)) yield 'configmaps'
  const volumes = objectsOf(spec, 'volumes')
  if (projected(volumes).some((source) => source['clusterTrustBundle'] !== undefined)) yield 'clustertrustbundles'
  if (volumes.some((volume) => volume['persistentVolumeClaim'] !== undefined)) yield 'persistentvolumeclaims'
}

const projected = (volumes: readonly JsonObject[]): JsonObject[] =>
  volumes.flatMap((volume) => [...objectsOf(objectOf(volume, 'projected'), 'sources')])

function usesConfigMaps(spec: JsonObject): boolean {
  const volumes = objectsOf(spec, 'volumes')
  if ([...volumes, ...projected(volumes)].some((source) => source['configMap'] !== undefined)) return true
  return containersOf(spec).some(
    (container) =>
      objectsOf(container, 'envFrom').some((source) => source['configMapRef'] !== undefined) ||
      objectsOf(container, 'env').some(
        ({ valueFrom }) => objectOf({ valueFrom }, 'valueFrom')['configMapKeyRef'] !== undefined,
      ),
  )
}
