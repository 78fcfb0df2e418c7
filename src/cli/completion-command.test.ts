import { describe, expect, it } from 'vitest'
import { discoveryOf, run } from './command-line.fixture.ts'

const list = (...names: string[]) => ({
  apiVersion: 'v1',
  kind: 'List',
  metadata: {},
  items: names.map((name) => ({ metadata: { name } })),
})

const answers = {
  'GET /api/v1/namespaces/default/configmaps': () => Response.json(list('settings-a', 'settings-b')),
  'GET /api/v1/namespaces/shop/configmaps': () => Response.json(list('prices')),
  'GET /apis/apps/v1/namespaces/default/deployments': () => Response.json(list('shop')),
}

/** The output for a completed line, without the last line of standard error. */
async function completed(words: readonly string[]) {
  const { stdout, stderr, code } = await run(['__completeNoDesc', ...words], answers)
  return { stdout: stdout.split('\n').join(' ').trim(), stderr, code }
}

describe('__complete', () => {
  it('prints candidates with descriptions, the directive, and its names to standard error', async () => {
    expect(await run(['__complete', 'roll'])).toMatchObject({
      stdout: 'rollout\tManage the rollout of a resource\n:4\n',
      stderr: 'Completion ended with directive: ShellCompDirectiveNoFileComp\n',
      code: 0,
    })
    expect((await run(['__complete', '--context'])).stdout).toBe(
      '--context\tThe name of the configured context to use.\n:4\n',
    )
  })

  it('names each bit of the directive', async () => {
    const { stdout, stderr } = await completed(['rollout', 'restart', 'deploy/shop', 'd'])
    expect(stdout).toBe('deployment/ daemonset/ :6')
    expect(stderr).toBe('Completion ended with directive: ShellCompDirectiveNoSpace, ShellCompDirectiveNoFileComp\n')
  })

  it.each([
    [['rollout', 're'], 'restart resume :4'],
    [['help', 'rollout', 're'], 'restart resume :4'],
    [['get', '--sort'], '--sort-by :4'],
    [['get', '--sort-by=x', '--sort'], ':4'],
    [['get', '-f', 'x', '--file'], '--filename :4'],
    [['get', '-A', ''], 'configmaps controllerrevisions.apps daemonsets.apps deployments.apps replicasets.apps :4'],
    [['get', 'cm,rep'], 'cm,replicasets.apps :4'],
    [['get', 'cm', ''], 'settings-a settings-b :4'],
    [['get', 'cm', 'settings-a', ''], 'settings-b :4'],
    [['get', 'cm,deploy', 's'], 'settings-a settings-b shop :4'],
    [['-n', 'shop', 'get', 'cm', ''], 'prices :4'],
    [['get', 'cm/settings-a', 'cm/'], 'cm/settings-b :4'],
    [['get', 'nope', ''], ':4'],
    [['get', '-o', 'js'], 'json jsonpath jsonpath-as-json jsonpath-file :4'],
    [['get', '-wo=y'], 'yaml :4'],
    [['apply', '-f', ''], 'json yaml yml :8'],
    [['patch', '--type', ''], ':0'],
    [['get', '--', '-'], ':4'],
    [['get', '-h', ''], ':4'],
    [['run', 'x', ''], '--image :0'],
    [['create', 'cronjob', 'x', '--image=i', '-'], '--schedule :4'],
    [['scale', 'deploy'], 'deployment :4'],
    [['logs', 'd'], 'daemonsets/ deployments/ :6'],
    [['cp', './'], ':2'],
    [['completion', 'z'], 'zsh :4'],
    [['version', ''], ':0'],
  ])('completes %j', async (words, stdout) => {
    expect((await completed(words)).stdout).toBe(stdout)
  })

  it('offers the containers of a pod, the initial ones first', async () => {
    const names = (...containers: string[]) => containers.map((name) => ({ name }))
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web' },
      spec: { containers: names('main'), initContainers: names('first') },
    }
    const { stdout } = await run(['__completeNoDesc', 'logs', 'web', ''], {
      '/api': discoveryOf('', ['Pod']),
      'GET /api': discoveryOf('', ['Pod']),
      'GET /api/v1/namespaces/default/pods/web': () => Response.json(pod),
    })
    expect(stdout).toBe('first\nmain\n:4\n')
  })

  it('offers the entries of the configuration, which config reads without its flag --kubeconfig', async () => {
    const file = {
      kc: JSON.stringify({
        contexts: [
          { name: 'there', context: {} },
          { name: 'here', context: {} },
        ],
      }),
    }
    const lines = async (...words: string[]) => (await run(['__completeNoDesc', ...words], {}, 'svc', file)).stdout
    expect(await lines('--kubeconfig=kc', '--context', '')).toBe('here\nthere\n:4\n')
    expect(await lines('config', '--kubeconfig=kc', 'use-context', '')).toBe(':4\n')
  })

  it.each([
    [['nope', ''], 'Unable to find a command for arguments: [nope]'],
    [['get', '--nope', ''], 'Error while parsing flags from args [--nope]: unknown flag: --nope'],
    [['get', '--nope='], "Subcommand 'get' does not support flag 'nope'"],
  ])('reports the fault of %j and offers nothing', async (words, fault) => {
    const { stdout, stderr, code } = await completed(words)
    expect(stdout).toBe(':0')
    expect(stderr).toContain(`[Debug] [Error] ${fault}\nCompletion ended with directive: ShellCompDirectiveDefault\n`)
    expect(code).toBe(0)
  })

  it('refuses a call without words', async () => {
    expect(await run(['__complete'])).toMatchObject({
      stderr: 'error: requires at least 1 arg(s), only received 0\n',
      code: 1,
    })
  })

  it('offers no names when the cluster cannot be reached', async () => {
    expect((await run(['__complete', 'get', 'configmaps', 'a'])).stdout).toBe(':4\n')
  })
})
