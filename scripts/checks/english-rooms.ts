/**
 * Paths that hold no sentence against docs/STYLE.md and must keep it so. A path joins when
 * `npm run lint:english -- <path>` reports nothing.
 */
export const ENFORCED_ROOMS: readonly string[] = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'docs',
  'scripts/checks',
  'scripts/reference',
  'src/design',
  'src/reference',
  'worker/clock',
  'worker/dialect',
  'worker/host',
  'worker/http',
  'worker/observability',
  'worker/server',
]
