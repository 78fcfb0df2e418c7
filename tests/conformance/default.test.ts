import { test } from 'vitest'
import { expectKnownDifferences } from './ratchet.ts'

test(
  'answers of the default profile are those of the real server, but for the known differences',
  () => expectKnownDifferences('default'),
  600_000,
)
