import { doubleOf } from '../../api/numbers.ts'
import type { ApiObject } from '../../api/object.ts'
import { parseQuantity, quantityValue } from '../../api/quantity.ts'
import { textAt, valueAt } from '../../resources/path.ts'

/** The namespace of recycler pods. */
const NAMESPACE = 'default'
const NAME = /^recycler-for-(.+)$/
const GIBIBYTE = 2n ** 30n
const SECONDS_PER_GIBIBYTE = 30n

/** The volume types that a pod can empty, each with its minimum time in seconds. */
const RECYCLABLE: readonly (readonly [source: string, seconds: bigint])[] = [
  ['hostPath', 60n],
  ['nfs', 300n],
]

export const recyclerPlace = ({ metadata }: ApiObject): { namespace: string; name: string } => ({
  namespace: NAMESPACE,
  name: `recycler-for-${metadata?.name ?? ''}`,
})

/** The name of the volume that a recycler pod empties; undefined for other pods. */
export const recycledVolume = ({ metadata }: ApiObject): string | undefined =>
  metadata?.namespace === NAMESPACE ? NAME.exec(metadata.name ?? '')?.[1] : undefined

/** The recycler pod of a volume; undefined when volumes of this type cannot be recycled. */
export function recyclerPod(volume: ApiObject, spell: (template: string) => string): ApiObject | undefined {
  for (const [source, minSeconds] of RECYCLABLE) {
    const given = valueAt(volume, `spec.${source}`)
    if (given === undefined) continue
    const size = quantityValue(parseQuantity(textAt(volume, 'spec.capacity.storage') || '0')) / GIBIBYTE
    const seconds = size * SECONDS_PER_GIBIBYTE
    return {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { ...recyclerPlace(volume) },
      spec: {
        activeDeadlineSeconds: doubleOf(seconds < minSeconds ? minSeconds : seconds),
        restartPolicy: 'Never',
        volumes: [
          { name: 'vol', [source]: source === 'hostPath' ? { path: textAt(volume, 'spec.hostPath.path') } : given },
        ],
        containers: [
          {
            name: 'pv-recycler',
            image: spell('registry.{domain}/build-image/debian-base:bookworm-v1.0.2'),
            command: ['/bin/sh'],
            args: ['-c', 'test -e /scrub && find /scrub -mindepth 1 -delete && test -z "$(ls -A /scrub)" || exit 1'],
            volumeMounts: [{ name: 'vol', mountPath: '/scrub' }],
          },
        ],
      },
    }
  }
  return undefined
}
