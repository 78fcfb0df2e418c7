import { expect, it } from 'vitest'
import { run } from '../command-line.fixture.ts'

it.each([
  ['nope/p', `the server doesn't have a resource type "nope"\n`],
  ['Pod.v1/p', `the server doesn't have a resource type "pod" in group "v1"\n`],
  ['pods.v1.x/p', `the server doesn't have a resource type "pods" in group "v1.x"\n`],
])('names the unknown type of --for=%s with its group', async (about, text) => {
  expect((await run(['events', `--for=${about}`], {}, 'k8s')).stderr).toBe(text)
})
