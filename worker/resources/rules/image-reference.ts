// Names of container images: `registry.example.com:5000/team/app:1.2@sha256:…`, in which only the path is required.
const COMPONENT = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*'
const HOST = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])'
const DOMAIN = `(?:${HOST}(?:\\.${HOST})*|\\[(?:[a-fA-F0-9:]+)\\])(?::[0-9]+)?`
const REFERENCE = new RegExp(
  `^((?:${DOMAIN}/)?${COMPONENT}(?:/${COMPONENT})*)(?::(\\w[\\w.-]{0,127}))?(?:@([A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}))?$`,
)

export const isImageName = (image: string): boolean => REFERENCE.test(image)

/** The longest name, with its registry and without its tag. */
const LONGEST_NAME = 255

/** The length of a name with the default registry and folder that the container runtime adds. */
function fullLength(name: string): number {
  const slash = name.indexOf('/')
  const first = slash < 0 ? '' : name.slice(0, slash)
  if (/[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase()) return name.length
  return 'docker.io/'.length + (slash < 0 ? 'library/'.length : 0) + name.length
}

/**
 * The tag, or `latest` without tag and digest. Empty for a digest without a tag, and for a text that is too long or not an
 * image name.
 */
export function imageTag(image: string): string {
  const match = REFERENCE.exec(image)
  if (match === null || fullLength(match[1] ?? '') > LONGEST_NAME) return ''
  return match[2] ?? (match[3] === undefined ? 'latest' : '')
}
