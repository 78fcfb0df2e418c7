import { isImageName } from '../../resources/rules/image-reference.ts'

/** Why the image name is invalid, in the words of the kubelet; undefined when it is valid. */
export function imageFault(image: string): string | undefined {
  if (isImageName(image)) return undefined
  const isLowered = isImageName(image.toLowerCase())
  const why = `invalid reference format${isLowered ? ': repository name must be lowercase' : ''}`
  return `Failed to apply default image tag "${image}": couldn't parse image reference "${image}": ${why}`
}

/** The full name, as the container runtime reports it: `docker.io/library/nginx:latest`. */
export function wholeName(image: string): string {
  const [first = '', ...rest] = image.split('/')
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  const path = rest.length > 0 ? image : `library/${image}`
  const placed = isHost ? image : `docker.io/${path}`
  const last = placed.slice(placed.lastIndexOf('/'))
  return /[:@]/.test(last) ? placed : `${placed}:latest`
}
