# SPDX-License-Identifier: Apache-2.0
# Completion of lamina for fish, by the words of that for bash, which was installed beside it.

set -g __lamina_words (path resolve (status dirname)/../../bash-completion/completions/lamina)

function __lamina_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l list ''
    set -l found (bash -c '. "$0"; _lamina_words "$@"' $__lamina_words $words $word 2>/dev/null)
    # Of names with commas between them the last is completed.
    if test "$words[-1]" = --columns
        set list (string match -r '.*,' -- $word)
    end
    for each in $found
        echo $list$each
    end
    if not set -q found[1]; or test (count $words) -eq 1
        __fish_complete_path $word
    end
end

complete -c lamina -f -a '(__lamina_complete)'
