import { numberOfText } from '../../api/numbers.ts'

/** Well-known images, and the highest major version that they have; Ubuntu counts years. */
const HIGHEST: ReadonlyMap<string, number> = new Map([
  ['alpine', 3],
  ['bash', 5],
  ['busybox', 1],
  ['debian', 13],
  ['golang', 1],
  ['haproxy', 3],
  ['httpd', 2],
  ['mariadb', 12],
  ['memcached', 1],
  ['mongo', 8],
  ['mysql', 9],
  ['nginx', 1],
  ['node', 25],
  ['php', 8],
  ['postgres', 18],
  ['python', 3],
  ['rabbitmq', 4],
  ['redis', 8],
  ['registry', 3],
  ['ruby', 3],
  ['tomcat', 11],
  ['traefik', 3],
  ['ubuntu', 26],
])

const IMAGE = /^(?:(?:index\.)?docker\.io\/)?(?:library\/)?([a-z]+):([\w.-]+)$/
const VERSION = /^v?(\d{1,2})(?:\.\d{1,2}){0,2}(?:[-a-z].*)?$/
const WORDS =
  /^(?:latest|stable|mainline|alpine|slim|lts|current|edge|rolling|devel|musl|glibc|uclibc|oldstable|testing|unstable|sid|bookworm|bullseye|buster|trixie|jammy|noble|focal|bionic|management|apache|fpm|cli|otel|perl)(?:[-.\d].*)?$/

/** Words that people use in the name of an image that does not exist, and hosts that cannot exist. */
const TELLING = /\bnon-?exist|\bdoes-?not-?exist|\bdoesnt-?exist|^(?:[\w-]+\.)*invalid[.:/]|:404$/

/**
 * Whether a name says that the image does not exist, or a well-known image has no such tag: `nginx:1.161`, `redis:broken`
 * (reference/simulation.md 11).
 */
export function isMissingImage(image: string): boolean {
  if (TELLING.test(image)) return true
  const [, name = '', tag = ''] = IMAGE.exec(image) ?? []
  const highest = HIGHEST.get(name)
  if (highest === undefined) return false
  const [, major] = VERSION.exec(tag) ?? []
  return major === undefined ? !WORDS.test(tag) : numberOfText(major) > highest
}
