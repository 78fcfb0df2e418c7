import { test } from 'vitest'
import { expectKnownDifferences } from './ratchet.ts'

test(
  'answers of the controllers profile are those of the real server, but for the known differences',
  () => expectKnownDifferences('controllers'),
  300_000,
)
