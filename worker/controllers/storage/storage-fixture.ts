import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { managed, type ManagedCluster } from '../controller-fixture.ts'
import type { ManagerController } from '../controller.ts'

export interface StorageCluster extends ManagedCluster {
  /** Creates a volume: by default 5Gi of class `own`, from a CSI driver, retained when released. */
  volume(name: string, spec?: JsonObject, metadata?: JsonObject): Promise<ApiObject>
  /** Creates a claim, by default for 1Gi of class `own`. */
  claim(name: string, spec?: JsonObject, metadata?: JsonObject): Promise<ApiObject>
  storageClass(name: string, more?: JsonObject, metadata?: JsonObject): Promise<ApiObject>
  pod(name: string, spec?: JsonObject): Promise<ApiObject>
  /** All events about the object in the namespace `default`, each as `type reason: message`. */
  events(about: string): string[]
}

export const usesClaim = (claimName: string): JsonObject => ({ name: 'v', persistentVolumeClaim: { claimName } })

/** A cluster with volumes and claims. */
export async function storageCluster(controllers: readonly ManagerController[]): Promise<StorageCluster> {
  const cluster = await managed(controllers)
  const group = cluster.context.dialect.spell('storage.{domain}')
  const make = async (resource: string, object: ApiObject): Promise<ApiObject> => {
    const made = await cluster.create(resource, object)
    await cluster.pass(0)
    return made
  }
  return {
    ...cluster,
    volume: (name, spec = {}, metadata = {}) =>
      make('persistentvolumes', {
        kind: 'PersistentVolume',
        apiVersion: 'v1',
        metadata: { name, ...metadata },
        spec: {
          capacity: { storage: '5Gi' },
          accessModes: ['ReadWriteOnce'],
          storageClassName: 'own',
          ...(spec['local'] === undefined &&
            spec['hostPath'] === undefined && { csi: { driver: 'csi.own.io', volumeHandle: name } }),
          persistentVolumeReclaimPolicy: 'Retain',
          ...spec,
        },
      }),
    claim: (name, spec = {}, metadata = {}) =>
      make('persistentvolumeclaims', {
        kind: 'PersistentVolumeClaim',
        apiVersion: 'v1',
        metadata: { name, ...metadata },
        spec: {
          storageClassName: 'own',
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '1Gi' } },
          ...spec,
        },
      }),
    storageClass: (name, more = {}, metadata = {}) =>
      make(`${group}/storageclasses`, {
        kind: 'StorageClass',
        apiVersion: `${group}/v1`,
        metadata: { name, ...metadata },
        provisioner: 'csi.own.io',
        ...more,
      }),
    pod: (name, spec = {}) =>
      make('pods', {
        kind: 'Pod',
        apiVersion: 'v1',
        metadata: { name },
        spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
      }),
    events: (about) =>
      cluster
        .all('events', 'default')
        .filter(({ involvedObject }) => (involvedObject as JsonObject)['name'] === about)
        .map(({ type, reason, message }) => `${String(type)} ${String(reason)}: ${String(message)}`),
  }
}
