using System.CommandLine;

namespace Marketplace.Driver.Commands;

/// <summary>`completion`: lets the shell complete commands, options, and the members of a scenario after --set.</summary>
internal sealed class CompletionCommand(DriverHost host)
{
    // The shell asks the driver itself, by the directive [suggest:POSITION] of the library that reads its command line.
    private const string Script = """
        _marketplace_driver() {
            local line=${COMP_LINE:0:COMP_POINT}
            line=${line#"${COMP_WORDS[0]}"}
            line=${line# }
            local IFS=$'\n'
            COMPREPLY=($(compgen -W "$(marketplace-driver "[suggest:${#line}]" "$line" 2> /dev/null)" -- "${COMP_WORDS[COMP_CWORD]}"))
            if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
        } 2> /dev/null
        complete -o default -F _marketplace_driver marketplace-driver
        """;

    public Command Create()
    {
        var command = new Command(
            "completion", "Prints a script for bash that completes commands, options and members of scenarios of the installed tool.");
        command.SetAction(_ => host.Out.Write(Script.ReplaceLineEndings("\n") + "\n"));
        return command;
    }
}
