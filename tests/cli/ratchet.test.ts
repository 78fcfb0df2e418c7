import { expect, test } from 'vitest'
import { bundledProgram } from '../bundled-program.ts'
import { knownDifferences } from '../conformance/known-differences.ts'
import { LONGEST_PLAY_MS } from '../conformance/ratchet.ts'
import { commandCases, commandFiles } from './command-case.ts'
import type * as Play from './play.ts'

const known = knownDifferences(new URL('known-differences.txt', import.meta.url))

test.each(commandFiles())(
  'the command lines in %s print what the real client prints, except for the known differences',
  async (file) => {
    const profiles = [...new Set(commandCases(file).map(({ profile }) => profile))]
    const { playFile } = await bundledProgram<typeof Play>('tests/cli/play.ts')
    const outcomes = (await Promise.all(profiles.map((profile) => playFile(file, { profile })))).flat()
    const differing = new Map(outcomes.flatMap(({ differences }) => [...differences]))
    const unexpected = [...differing].filter(([id]) => !known.has(id)).map(([id, why]) => `${id}: ${why[0]}`)
    const mended = [...known.keys()].filter((id) => id.startsWith(`${file}/`) && !differing.has(id))
    expect(
      { unexpected, mended },
      'a mended command leaves known-differences.txt; an unexpected one is a defect',
    ).toEqual({ unexpected: [], mended: [] })
  },
  LONGEST_PLAY_MS,
)
