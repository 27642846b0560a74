using System.Runtime.CompilerServices;
using FsCheck;
using FsCheck.Fluent;
using Marketplace.Protocols;
using Xunit;

namespace Marketplace.Grains.Tests.Undo;

/// <summary>
/// A state in two worlds: in one a saga has done a step and others go on from it, in the other there are the others alone. When the step
/// is taken back the two must be the same.
/// </summary>
internal sealed class Worlds<TState>
    where TState : class, ICompensable<TState>
{
    private TState _with;
    private TState _without;
    private (TState Before, TState After)? _step;

    /// <summary>Starts with one state.</summary>
    public Worlds(TState state) => (_with, _without) = (state, state);

    /// <summary>How many of the others' operations were let through, and how many had to wait.</summary>
    public (int Done, int Blocked) Others { get; private set; }

    /// <summary>An operation of the saga.</summary>
    public void Mine(Action<TState> operation)
    {
        var (before, after) = (_with, Copies.Of(_with));
        operation(after);
        _step = (_step is { } earlier ? Undo(before, earlier) : before, after);
        _with = after;
    }

    /// <summary>
    /// An operation of somebody else, if it can be done before the saga is over. One that would answer something else without the saga has
    /// read what is not decided; sagas do not promise anything of it.
    /// </summary>
    public void Other<TAnswer>(Func<TState, TAnswer> operation)
    {
        var (with, without) = (Copies.Of(_with), Copies.Of(_without));
        var (answer, answerWithout) = (operation(with), operation(without));
        if (_step is { } step && !with.CanUndo(step.Before, step.After))
            Others = (Others.Done, Others.Blocked + 1);
        else if (Equals(answer, answerWithout))
            (_with, _without, Others) = (with, without, (Others.Done + 1, Others.Blocked));
    }

    /// <summary>Takes the saga's step back, and compares.</summary>
    public void Compare(Func<TState, object> describe)
    {
        if (_step is { } step)
        {
            Assert.True(_with.CanUndo(step.Before, step.After));
            _with = Undo(_with, step);
        }

        Assert.Equal(describe(_without), describe(_with));
    }

    private static TState Undo(TState now, (TState Before, TState After) step)
    {
        var copy = Copies.Of(now);
        copy.Undo(step.Before, step.After);
        return copy;
    }
}

/// <summary>Copies states as protocols do.</summary>
internal static class Copies
{
    /// <summary>A copy of the object alone: all that it refers to is immutable.</summary>
    public static TState Of<TState>(TState state)
        where TState : class => (TState)MemberwiseClone(state);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = nameof(MemberwiseClone))]
    private static extern object MemberwiseClone(object state);
}

/// <summary>Checks a property with many seeds.</summary>
internal static class Property
{
    public static void Holds(Action<Random> property) =>
        Check.One(
            Config.QuickThrowOnFailure.WithMaxTest(300).WithReplay(1, 1),
            Prop.ForAll(ArbMap.Default.ArbFor<int>(), seed => property(new Random(seed))));
}
