using System.Globalization;
using Marketplace.Engine.Turns;

namespace Marketplace.Simulation.Scheduling;

/// <summary>
/// What happened in a world, in order: a number that two equal runs share, and if somebody reads it the story. Whether it is read changes
/// nothing of what happens.
/// </summary>
/// <param name="story">Where the story is told; null if nobody reads it.</param>
internal sealed class Trace(TextWriter? story)
{
    private ulong _hash = 14695981039346656037UL;
    private Timeline? _timeline;

    /// <summary>The number, of all that happened so far.</summary>
    public ulong Hash => _hash;

    /// <summary>Whether somebody reads the story.</summary>
    public bool IsTold => story is not null;

    public void Begin(Timeline timeline) => _timeline = timeline;

    /// <summary>Something runs.</summary>
    public void Turn(Machine machine, IThreadPoolWorkItem item)
    {
        Add((ulong)_timeline!.Now);
        if (item is TurnRunner runner)
        {
            Add(runner.GrainId.GetUniformHashCode());
            Tell($"  turn of {runner.GrainId}");
        }
        else
        {
            Add((ulong)machine.Name.Length);
        }
    }

    /// <summary>Something happened that is worth a line.</summary>
    /// <param name="line">The line, made only if somebody reads it.</param>
    public void Note(string line)
    {
        foreach (var letter in line)
            Add(letter);
        Tell(line);
    }

    private void Add(ulong value) => _hash = (_hash ^ value) * 1099511628211UL;

    /// <summary>A line for the reader alone.</summary>
    public void Tell(string line)
    {
        if (story is null)
            return;
        var now = new TimeSpan(_timeline!.Now);
        story.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{now.TotalSeconds,12:0.000000} {line}"));
    }
}
