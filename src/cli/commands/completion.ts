import type { Command } from '../command.ts'
import { UsageError } from '../failure.ts'

/**
 * A script for each shell. It calls the hidden command `__complete`, which prints one candidate on each line. Without
 * candidates the shell offers files. `{cli}` is the client's name, `{id}` the client's name as an identifier.
 */
const SCRIPTS: ReadonlyMap<string, string> = new Map([
  [
    'bash',
    `# bash completion for {cli}
__{id}_complete() {
  local word="\${COMP_WORDS[COMP_CWORD]}" line
  COMPREPLY=()
  while IFS= read -r line; do
    [[ $line == :* ]] || COMPREPLY+=("$line")
  done < <({cli} __complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$word" 2>/dev/null)
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == */ ]]; then compopt -o nospace; fi
}
complete -o default -F __{id}_complete {cli}
`,
  ],
  [
    'zsh',
    `#compdef {cli}
# zsh completion for {cli}
_{id}() {
  local -a candidates
  candidates=("\${(@f)$({cli} __complete "\${(@)words[2,CURRENT]}" 2>/dev/null | grep -v '^:')}")
  if [[ -n "\${candidates[1]}" ]]; then compadd -a candidates; else _files; fi
}
compdef _{id} {cli}
`,
  ],
  [
    'fish',
    `# fish completion for {cli}
function __{id}_complete
  set -l words (commandline -opc)
  {cli} __complete $words[2..-1] (commandline -ct) 2>/dev/null | string match -v ':*'
end
complete -c {cli} -f -a '(__{id}_complete)'
`,
  ],
  [
    'powershell',
    `# powershell completion for {cli}
Register-ArgumentCompleter -CommandName '{cli}' -ScriptBlock {
  param($word, $tree, $cursor)
  $words = @($tree.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($word -eq '') { $words += '""' }
  {cli} __complete @words 2>$null | Where-Object { -not $_.StartsWith(':') } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`,
  ],
])

export const completion = {
  name: 'completion',
  summary: 'Output shell completion code for the specified shell (bash, zsh, fish, or powershell)',
  description:
    'Output shell completion code for the specified shell (bash, zsh, fish, or powershell). The shell code must be evaluated to provide interactive completion of {cli} commands.',
  usage: 'completion SHELL',
  examples: [
    ['Load the completion into the current bash', 'source <({cli} completion bash)'],
    ['Load the completion into the current zsh', 'source <({cli} completion zsh)'],
    ['Load the completion into the current fish', '{cli} completion fish | source'],
  ],
  run(session) {
    const { args, cli, host } = session
    const hint = `See '${cli} completion -h' for help and examples`
    const [shell] = args
    if (shell === undefined) throw new UsageError('Shell not specified.', hint)
    if (args.length > 1) throw new UsageError('Too many arguments. Expected only the shell type.', hint)
    const script = SCRIPTS.get(shell)
    if (script === undefined) throw new UsageError(`Unsupported shell type ${JSON.stringify(shell)}.`, hint)
    host.stdout(script.replaceAll('{cli}', cli).replaceAll('{id}', cli.replace(/\W/g, '_')))
    return Promise.resolve()
  },
} satisfies Command
