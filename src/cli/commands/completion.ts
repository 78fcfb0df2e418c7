import type { Command } from '../command.ts'
import { UsageError } from '../failure.ts'

/**
 * A script for each shell. It calls the hidden command `__complete`, which prints one candidate on each line and a
 * directive after them. Bit 2 of the directive forbids a space, bit 4 forbids files, and with bit 8 the candidates are
 * extensions of files. `{cli}` is the client's name, `{id}` the client's name as an identifier.
 */
const SCRIPTS: ReadonlyMap<string, string> = new Map([
  [
    'bash',
    `# bash completion for {cli}
__{id}_complete() {
  local typed="\${COMP_LINE:0:COMP_POINT}" value='' quote='' line='' mark='' at=0 directive=0
  local -a found=()
  # The last word as it was typed, with its quotes.
  for (( at = 0; at < \${#typed}; at++ )); do
    mark="\${typed:at:1}"
    if [[ $mark == \\\\ && $quote != \\' ]]; then mark="\${typed:at:2}" && at=$(( at + 1 ))
    elif [[ -n $quote ]]; then [[ $mark == "$quote" ]] && quote=''
    elif [[ $mark == [\\'\\"] ]]; then quote="$mark"
    elif [[ $mark == [[:space:]] ]]; then value='' && continue
    fi
    value+="$mark"
  done
  # Only the shell itself can read the quotes and variables of the words.
  line="\${COMP_WORDS[0]} __completeNoDesc\${typed#*"\${COMP_WORDS[0]}"}"
  [[ -z $value ]] && line+=" ''"
  while IFS= read -r line; do
    if [[ $line == :* ]]; then directive="\${line#:}"; else found+=("$line"); fi
  done < <(eval "$line" 2>/dev/null)
  COMPREPLY=()
  (( directive & 1 )) && return
  [[ $value == -*=* ]] && value="\${value#*=}"
  if (( directive & 8 )); then
    compopt -o filenames
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(
      compgen -d -- "$value"
      for line in "\${found[@]}"; do compgen -f -X "!*.$line" -- "$value"; done
    )
  else
    for line in "\${found[@]}"; do [[ $line == "$value"* ]] && COMPREPLY+=("$line"); done
    (( directive & 2 )) && compopt -o nospace
    (( directive & 4 )) && compopt +o default
  fi
  # Bash replaces only the part of the word after the last colon or equals sign.
  for mark in : =; do
    [[ $value == *$mark* && $COMP_WORDBREAKS == *$mark* ]] && COMPREPLY=("\${COMPREPLY[@]#"\${value%"\${value##*$mark}"}"}")
  done
  return 0
}
complete -o default -F __{id}_complete {cli}
`,
  ],
  [
    'zsh',
    `#compdef {cli}
# zsh completion for {cli}
_{id}() {
  local line directive=0
  local -a found described space
  for line in "\${(@f)$({cli} __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :*) directive=\${line#:} ;;
      ?*)
        found+=("\${line%%$'\\t'*}")
        described+=("\${line/$'\\t'/ -- }")
        ;;
    esac
  done
  [[ $words[CURRENT] == -*=* ]] && compset -P '*='
  if (( directive & 8 )); then
    _files -g "*.(\${(j:|:)found})"
  elif (( \${#found} > 0 )); then
    (( directive & 2 )) && space=(-S '')
    compadd $space -l -d described -a found
  elif (( ! (directive & 4) )); then
    _files
  fi
}
compdef _{id} {cli}
`,
  ],
  [
    'fish',
    `# fish completion for {cli}
function __{id}_complete
  set -l words (commandline -opc)
  set -l word (commandline -ct)
  set -l lines ({cli} __complete $words[2..-1] "$word" 2>/dev/null)
  set -l start (string match -r -- '^-[^=]*=' "$word")
  set -l directive (string match -r -- '^:\\d+$' $lines)
  set -l found (string match -rv -- '^:\\d+$' $lines)
  if test "$directive" = ':8'; or begin; test "$directive" = ':0'; and test (count $found) -eq 0; end
    set found (__fish_complete_path (string replace -- "$start" '' "$word"))
  end
  test (count $found) -gt 0; and printf '%s\\n' "$start"$found
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
  $lines = @({cli} __complete @words 2>$null)
  $directive = [int]($lines | Select-Object -Last 1).TrimStart(':')
  # Without results, PowerShell offers files.
  if ($directive -band 8) { return }
  $start = if ($word -match '^-[^=]*=') { $Matches[0] } else { '' }
  $found = @($lines | Select-Object -SkipLast 1 | Where-Object { "$start$_".StartsWith($word) })
  if ($found.Count -eq 0 -and ($directive -band 4)) { return '' }
  $found | ForEach-Object {
    $text, $description = $_ -split "\`t", 2
    if (-not $description) { $description = $text }
    [System.Management.Automation.CompletionResult]::new("$start$text", $text, 'ParameterValue', $description)
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
