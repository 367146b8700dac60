# SPDX-License-Identifier: Apache-2.0
# Completion of lamina for bash. Those for zsh and fish ask it for its words, so that they stand in one place.

# _lamina_words WORD…: prints what may stand for the last of the words of a line; nothing where that is a file or anything else.
_lamina_words () {
  local word=${!#} before=${*: -2:1} command=$2 words=

  case $before in
    --format) words='table csv json' ;;
    --group)
      words='instance type shape name family section annotation device'
      [[ $command == gaps ]] && words='cause host'
      [[ $command == slices ]] && words='name module stream rank'
      ;;
    --per) words='device stream' ;;
    --clock) words='aligned file' ;;
    --theme) words='print light dark' ;;
    --palette) words='usual apart blues' ;;
    --color-by) words='family type precision' ;;
    --view)
      words=$(lamina export --list-views 2>/dev/null | awk 'NR > 1 { print $1 }')
      [[ $command == compare ]] && words='comparison waterfall ties'
      ;;
    --sort|--columns)
      words='index order name type start duration wait flop flops bytes bandwidth intensity calls shape share cumulative host self
        device-time mean median p95 min max phase device section annotation dtype inputs'
      [[ $before == --sort && " $* " == *' --group '* ]] &&
        words='duration name calls share cumulative mean median p95 min max host self device-time wait flop flops bytes bandwidth
          intensity'
      [[ $command == gaps ]] && words='start duration'
      [[ $command == tensors ]] && words='id name shape dtype layout bytes role maker readers first last producer consumers stream block released stack category'
      ;;
    --chart) words=$(lamina export --list-views 2>/dev/null | sed -n 's/^chart:\([^ ]*\).*/\1/p') ;;
    --enable|--disable) words=$(lamina plugins 2>/dev/null | awk 'NR > 1 { print $1 }') ;;
    --at) words='peak' ;;
    --group) [[ $command == charts || $command == export || $command == report ]] && words='site module stream size category' ;;
    --as) words='sqlite csv' ;;
    --tables) words='traces steps idle layers tracks slices counters memory tensors collectives findings' ;;
    --run) [[ $command == layers || $command == tensors || $command == slices || $command == gaps ]] && words='all' ;;
  esac
  if [[ -z $words && $word == -* ]]; then
    case $command in
      info) words='--json --device --join --memory-limit --strict --help' ;;
      layers) words='--run --section --group --sort --columns --limit --format --device --raw --join --memory-limit --strict --help' ;;
      tensors) words='--run --at --range --kept --segments --group --sort --columns --limit --format --raw --join --memory-limit --strict --help' ;;
      slices) words='--run --clock --group --section --limit --format --raw --join --memory-limit --strict --help' ;;
      gaps) words='--run --section --per --group --sort --limit --format --raw --join --memory-limit --strict --help' ;;
      charts) words='--chart --name --group --run --section --limit --format --device --raw --join --memory-limit --strict --help' ;;
      export) words='--view --output --run --run-b --range --at --tracks --ruler --note --width --height --scale --theme --palette --color-by --name
        --group --title --caption --legend --no-legend --no-marks --no-source --list-views --device --join --memory-limit --strict --help' ;;
      compare) words='--run --section --run-b --section-b --format --fail-if-slower --count-noise
        --output --view --theme --palette --width --raw --join --memory-limit --strict --help' ;;
      report) words='--run --run-b --group --output --palette --device --join --memory-limit --strict --help' ;;
      tables) words='--output --tables --as --jobs --memory-limit --strict --help' ;;
      plugins) words='--enable --disable --help' ;;
      *) words='--help --version --new-instance --new-window --open' ;;
    esac
  elif [[ -z $words && $# -eq 2 ]]; then
    words='info layers tensors slices gaps charts export compare report tables plugins'
  fi
  [[ -z $words ]] || printf '%s\n' $words
}

_lamina () {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} list=

  # Of names with commas between them the last is completed.
  [[ $before == --columns && $word == *,* ]] && list=${word%,*},
  mapfile -t COMPREPLY < <(compgen -P "$list" -W "$(_lamina_words "${COMP_WORDS[@]:0:COMP_CWORD+1}")" -- "${word#"$list"}")
  if [[ ${#COMPREPLY[@]} -eq 0 || $COMP_CWORD -eq 1 ]]; then
    compopt -o filenames
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
  fi
}

complete -F _lamina lamina
