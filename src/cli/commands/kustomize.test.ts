import { expect, test } from 'vitest'
import { run } from '../command-line.fixture.ts'

test('names the object with a control character that YAML cannot hold', async () => {
  const files = {
    '/k/kustomization.yaml': 'resources: [all.yaml]',
    '/k/all.yaml': '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {b: "\\x7f"}}',
  }
  expect(await run('kustomize /k', {}, 'k8s', files)).toMatchObject({
    stdout: '',
    stderr:
      'error: map[string]interface {}{"apiVersion":"v1", "data":map[string]interface {}{"b":"\\x7f"}, "kind":"ConfigMap", "metadata":map[string]interface {}{"name":"a"}}: yaml: control characters are not allowed\n',
    code: 1,
  })
})
