import { expect, it } from 'vitest'
import { readManifestFiles } from '../../package/bin/manifest-files.ts'
import { testScenario } from '../../package/scenario/scenario-tests.ts'

const files = await readManifestFiles(['scenarios'])

it.each(files.map((file) => [file.path, file] as const))('%s proves itself', async (_path, file) => {
  const { faults } = await testScenario(file)
  expect(faults).toEqual([])
})
