/**
 * Paths that hold no sentence against docs/STYLE.md and must keep it so. A path joins when
 * `npm run lint:english -- <path>` reports nothing.
 */
export const ENFORCED_ROOMS: readonly string[] = [
  'scripts/checks',
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'src/reference',
  'scripts/reference',
  'docs/decisions',
  'docs/reference',
  'docs/STYLE.md',
  'src/design',
]
