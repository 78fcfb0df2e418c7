import { expect, it } from 'vitest'
import { testPage } from './docs-test.ts'
import { markedBlocks } from './marked-blocks.ts'
import { outputMatches } from './output-match.ts'

const PAGE = `# A shop

\`\`\`yaml tabplane
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx }] }
\`\`\`

\`\`\`console tabplane
$ kubectl get deployments
NAME   READY   UP-TO-DATE   AVAILABLE   AGE
web    2/2     2            2           …
$ kubectl scale deployment web --replicas 3
\`\`\`

\`\`\`sh tabplane
kubectl get deployment web -o name
\`\`\`

\`\`\`text tabplane-output
deployment.apps/web
\`\`\`

\`\`\`yaml tabplane tabplane-refused
apiVersion: v1
kind: Pod
metadata: { name: UPPER }
spec: { containers: [{ name: a, image: a }] }
\`\`\`

\`\`\`yaml
not: marked
\`\`\`
`

it('plays the marked blocks of a page in order and compares their outputs', async () => {
  expect(await testPage(PAGE, 'k8s')).toEqual({ blocks: 5, faults: [] })
})

it('names the line of each fault, what the page expects and what the command printed', async () => {
  const { faults } = await testPage(PAGE.replace('2/2  ', '5/5  ').replace('UPPER', 'a'), 'k8s')
  expect(faults).toEqual([
    expect.stringMatching(
      /^line 17: another output; expected\n {6}NAME +READY.*\n {6}web +5\/5.*\n {4}printed\n {6}NAME +READY.*\n {6}web +2\/2/s,
    ),
    'line 31: the server accepts this manifest',
  ])
})

it('refuses marks that it cannot run', async () => {
  expect(await testPage('```go tabplane\nfunc main()\n```', 'k8s')).toMatchObject({
    faults: [expect.stringMatching(/^line 1: a block marked/)],
  })
  expect((await testPage('```text tabplane-output\na\n```', 'k8s')).faults).toEqual([
    'line 2: this output has no command before it',
  ])
  expect((await testPage('```sh tabplane\ncurl example.com\n```', 'k8s')).faults[0]).toContain('only simple commands')
})

it('reads commands with and without a prompt', () => {
  expect(markedBlocks('```console tabplane\n$ kubectl get ns\nNAME\n$ kubectl get pods\n```')).toEqual([
    {
      is: 'commands',
      line: 2,
      commands: [
        { line: 2, command: 'kubectl get ns', isRefused: false, output: 'NAME' },
        { line: 4, command: 'kubectl get pods', isRefused: false, output: undefined },
      ],
    },
  ])
})

it.each([
  ['a   b', 'a b', true],
  ['web …', 'web 5s', true],
  ['a … c … e', 'a b c d e', true],
  ['a … c', 'a b', false],
  ['ab…bc', 'abc', false],
  ['first\n…\nlast', 'first\nx\ny\nlast', true],
  ['first\n...', 'first', true],
  ['first', 'first\nsecond', false],
  ['', '', true],
])('compares %j with %j: %s', (expected, actual, matches) => {
  expect(outputMatches(expected, actual)).toBe(matches)
})
