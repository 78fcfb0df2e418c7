import { isInt64 } from '../../api/int64.ts'
import { raiseGeneration } from '../../api/generation.ts'
import { isObject } from '../../api/json.ts'
import { equalJson } from '../../patch/json-values.ts'
import { age, flag, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at, atShown, check, checkObject, each, immutable, isRepeated, oneOf } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import { goSlice } from '../../api/go-source.ts'
import { immutableAs } from '../rules/immutability.ts'
import type { Kind } from '../resource.ts'

const POD_INFO =
  'podInfoOnMount indicates this CSI volume driver requires additional pod information (like podName, podUID, etc.) during mount operations, if set to true. If set to false, pod information will not be passed on mount. Default is false.\n\nThe CSI driver specifies podInfoOnMount as part of driver deployment. If true, Kubelet will pass pod information as VolumeContext in the CSI NodePublishVolume() calls. The CSI driver is responsible for parsing and validating the information passed in as VolumeContext.\n\nThe following VolumeContext will be passed if podInfoOnMount is set to true. This list might grow, but the prefix will be used. "csi.storage.{domain}/pod.name": pod.Name "csi.storage.{domain}/pod.namespace": pod.Namespace "csi.storage.{domain}/pod.uid": string(pod.UID) "csi.storage.{domain}/ephemeral": "true" if the volume is an ephemeral inline volume\n                                defined by a CSIVolumeSource, otherwise "false"\n\n"csi.storage.{domain}/ephemeral" is a new feature in Kubernetes 1.16. It is only required for drivers which support both the "Persistent" and "Ephemeral" VolumeLifecycleMode. Other drivers can leave pod info disabled and/or ignore this field. As Kubernetes 1.15 doesn\'t support this field, drivers can only support one mode when deployed on such a cluster and the deployment determines which mode that is, for example via a command line parameter of the driver.\n\nThis field was immutable in Kubernetes < 1.29 and now is mutable.'

const MODES = ['Persistent', 'Ephemeral']
const MIN_EXPIRATION_SECONDS = 600
const MAX_EXPIRATION_SECONDS = 2 ** 32

/** A token request: its audience is unique in the list, and its expiry is within the bounds. */
const tokenRequest: Rule = checkObject((request, place) => {
  const audience = textAt(request, 'audience')
  if (isRepeated(audience, 'audience', place)) return place.duplicate(audience, 'audience')
  const { expirationSeconds: seconds } = request
  if (!isInt64(seconds)) return
  if (seconds < MIN_EXPIRATION_SECONDS) {
    place.invalid(seconds, 'may not specify a duration less than 10 minutes', 'expirationSeconds')
  }
  if (seconds > MAX_EXPIRATION_SECONDS) {
    place.invalid(seconds, 'may not specify a duration larger than 2^32 seconds', 'expirationSeconds')
  }
})

const modes: Rule = check((value, place) => {
  for (const mode of Array.isArray(value) ? value : []) {
    if (!MODES.includes(String(mode))) place.notSupported(mode, MODES)
  }
})

const spec: Rule = at(
  'spec',
  at('fsGroupPolicy', oneOf('File', 'None', 'ReadWriteOnceWithFSType')),
  each('tokenRequests', tokenRequest),
  at('volumeLifecycleModes', modes),
)

export const csiDrivers = {
  resource: 'storage.{domain}/csidrivers',
  defaults: {
    spec: {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      volumeLifecycleModes: ['Persistent'],
      requiresRepublish: false,
      seLinuxMount: false,
    },
  },
  rules: [spec],
  updates: [
    spec,
    at(
      'spec',
      // The real server misspells the field.
      atShown('attachRequired', 'attachedRequired', immutable),
      at('volumeLifecycleModes', immutableAs(goSlice('storage.VolumeLifecycleMode'))),
    ),
  ],
  behaviour: () => ({
    // The generation is counted from the first change, not from the creation.
    prepareUpdate(driver, old) {
      const { metadata } = driver
      if (metadata && !equalJson(driver['spec'], old['spec'])) raiseGeneration(metadata, old.metadata ?? {})
    },
    columns: [
      flag(
        'AttachRequired',
        'attachRequired indicates this CSI volume driver requires an attach operation (because it implements the CSI ControllerPublishVolume() method), and that the Kubernetes attach detach controller should call the attach volume interface which checks the volumeattachment status and waits until the volume is attached before proceeding to mounting. The CSI external-attacher coordinates with CSI volume driver and updates the volumeattachment status when the attach operation is complete. If the CSIDriverRegistry feature gate is enabled and the value is specified to false, the attach operation will be skipped. Otherwise the attach operation will be called.\n\nThis field is immutable.',
        (driver) => valueAt(driver, 'spec.attachRequired') !== false,
      ),
      flag('PodInfoOnMount', POD_INFO, 'spec.podInfoOnMount'),
      flag(
        'StorageCapacity',
        'storageCapacity indicates that the CSI volume driver wants pod scheduling to consider the storage capacity that the driver deployment will report by creating CSIStorageCapacity objects with capacity information, if set to true.\n\nThe check can be enabled immediately when deploying a driver. In that case, provisioning new volumes with late binding will pause until the driver deployment has published some suitable CSIStorageCapacity object.\n\nAlternatively, the driver can be deployed with the field unset or false and it can be flipped later when storage capacity information has been published.\n\nThis field was immutable in Kubernetes <= 1.22 and now is mutable.',
        'spec.storageCapacity',
      ),
      text(
        'TokenRequests',
        'tokenRequests indicates the CSI driver needs pods\' service account tokens it is mounting volume for to do necessary authentication. Kubelet will pass the tokens in VolumeContext in the CSI NodePublishVolume calls. The CSI driver should parse and validate the following VolumeContext: "csi.storage.{domain}/serviceAccount.tokens": {\n  "<audience>": {\n    "token": <token>,\n    "expirationTimestamp": <expiration timestamp in RFC3339>,\n  },\n  ...\n}\n\nNote: Audience in each TokenRequest should be different and at most one token is empty string. To receive a new token after expiry, RequiresRepublish can be used to trigger NodePublishVolume periodically.',
        (driver) => {
          const requests = listAt(driver, 'spec.tokenRequests').filter(isObject)
          return requests.length === 0 ? '<unset>' : requests.map((request) => textAt(request, 'audience')).join(',')
        },
      ),
      flag(
        'RequiresRepublish',
        'requiresRepublish indicates the CSI driver wants `NodePublishVolume` being periodically called to reflect any possible change in the mounted volume. This field defaults to false.\n\nNote: After a successful initial NodePublishVolume call, subsequent calls to NodePublishVolume should only update the contents of the volume. New mount points will not be seen by a running container.',
        'spec.requiresRepublish',
      ),
      text(
        'Modes',
        'volumeLifecycleModes defines what kind of volumes this CSI volume driver supports. The default if the list is empty is "Persistent", which is the usage defined by the CSI specification and implemented in Kubernetes via the usual PV/PVC mechanism.\n\nThe other mode is "Ephemeral". In this mode, volumes are defined inline inside the pod spec with CSIVolumeSource and their lifecycle is tied to the lifecycle of that pod. A driver has to be aware of this because it is only going to get a NodePublishVolume call for such a volume.\n\nFor more information about implementing this mode, see https://kubernetes-csi.github.io/docs/ephemeral-local-volumes.html A driver can support one or more of these modes and more modes may be added in the future.\n\nThis field is beta. This field is immutable.',
        (driver) => listAt(driver, 'spec.volumeLifecycleModes').join(',') || '<none>',
      ),
      age,
    ],
  }),
} satisfies Kind
