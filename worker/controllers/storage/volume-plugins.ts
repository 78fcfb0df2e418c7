import type { ApiObject } from '../../api/object.ts'
import { textAt, valueAt } from '../../resources/path.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/** Former built-in volume types, each with the CSI driver that provisions it now. */
const MIGRATED = lookupTable<string>({
  'aws-ebs': 'ebs.csi.aws.com',
  'azure-disk': 'disk.csi.azure.com',
  'azure-file': 'file.csi.azure.com',
  cinder: 'cinder.csi.openstack.org',
  'gce-pd': 'pd.csi.storage.gke.io',
  'vsphere-volume': 'csi.vsphere.vmware.com',
})

const HOST_PATH = 'host-path'
/** The paths that the built-in host path provisioner may delete. */
const DELETABLE_PATH = /^\/tmp\/.+/

/** Decides how volumes are provisioned and deleted. The names of built-in plugins begin with the cluster's label domain. */
export class VolumePlugins {
  readonly #prefix: string

  constructor(spell: (template: string) => string) {
    this.#prefix = spell('{labels}/')
  }

  /** The CSI driver that replaces a former built-in plugin; undefined for other names. */
  migrated(plugin: string): string | undefined {
    return plugin.startsWith(this.#prefix) ? MIGRATED[plugin.slice(this.#prefix.length)] : undefined
  }

  /**
   * The reason why no provisioner handles this class; undefined when an external provisioner may handle it. `isKnown`: whether
   * the name belongs to a built-in plugin, which does not provision here.
   */
  provisioningFault(provisioner: string): { readonly isKnown: boolean; readonly message: string } | undefined {
    if (this.migrated(provisioner) !== undefined || !provisioner.startsWith(this.#prefix)) return undefined
    if (provisioner !== this.#prefix + HOST_PATH) {
      return { isKnown: false, message: `no volume plugin matched name: ${provisioner}` }
    }
    const message = `Failed to create provisioner: provisioning in volume plugin "${provisioner}" is disabled`
    return { isKnown: true, message }
  }

  /**
   * How a released volume is deleted. `outside`: an external provisioner deletes the volume. `gone`: the controller deletes the
   * object at once. `failure`: no plugin can delete the volume.
   */
  deletion(volume: ApiObject, provisionedBy: string): 'outside' | 'gone' | { readonly failure: string } {
    if (provisionedBy !== '' && provisionedBy !== this.#prefix + HOST_PATH) {
      if (!provisionedBy.startsWith(this.#prefix)) return 'outside'
      return { failure: `no volume plugin matched name: ${provisionedBy}` }
    }
    if (valueAt(volume, 'spec.csi') !== undefined) return 'outside'
    if (valueAt(volume, 'spec.hostPath') !== undefined) {
      const path = textAt(volume, 'spec.hostPath.path')
      if (DELETABLE_PATH.test(path)) return 'gone'
      return { failure: `host_path deleter only supports /tmp/.+ but received provided ${path}` }
    }
    const isKnown = ['spec.local', 'spec.nfs'].some((path) => valueAt(volume, path) !== undefined)
    const why = isKnown ? 'no deletable volume plugin matched' : 'no volume plugin matched'
    return { failure: `error getting deleter volume plugin for volume "${volume.metadata?.name ?? ''}": ${why}` }
  }
}
