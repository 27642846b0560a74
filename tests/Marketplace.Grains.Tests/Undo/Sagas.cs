using Marketplace.Protocols;
using Xunit;

namespace Marketplace.Grains.Tests.Undo;

/// <summary>
/// A state on which several sagas do steps at a time, by the rule of the protocol: a step waits as long as one of another saga could not be
/// taken back after it. So whichever of them end badly, and in whatever order, the step of each can be taken back.
/// </summary>
internal sealed class Sagas<TState>(TState state)
    where TState : class, ICompensable<TState>
{
    private readonly Dictionary<int, (TState Before, TState After)> _open = [];
    private TState _state = state;

    /// <summary>The state, with the steps of sagas under way.</summary>
    public TState State => _state;

    /// <summary>Does a step of a saga, if it has not to wait.</summary>
    public void Do(int saga, Action<TState> operation)
    {
        var (before, after) = (_state, Copies.Of(_state));
        operation(after);
        if (_open.Any(open => open.Key != saga && !after.CanUndo(open.Value.Before, open.Value.After)))
            return;

        _open[saga] = (_open.TryGetValue(saga, out var step) ? Undo(before, step) : before, after);
        _state = after;
    }

    /// <summary>The steps of a saga stand.</summary>
    public void Commit(int saga) => _open.Remove(saga);

    /// <summary>The steps of a saga are taken back.</summary>
    public void Abort(int saga)
    {
        if (!_open.Remove(saga, out var step))
            return;

        Assert.True(_state.CanUndo(step.Before, step.After), $"The step of saga {saga} can't be taken back.");
        _state = Undo(_state, step);
    }

    /// <summary>Random operations of five sagas at a time, all of which end in some way.</summary>
    /// <param name="operation">Makes an operation of a saga.</param>
    public void Run(Random random, Func<int, Action<TState>> operation)
    {
        for (var i = random.Next(5, 40); i > 0; i--)
        {
            var saga = random.Next(1, 6);
            switch (random.Next(6))
            {
                case 0:
                    Commit(saga);
                    break;
                case 1:
                    Abort(saga);
                    break;
                default:
                    Do(saga, operation(saga));
                    break;
            }
        }

        foreach (var saga in _open.Keys.ToArray())
            Abort(saga);
    }

    private static TState Undo(TState now, (TState Before, TState After) step)
    {
        var copy = Copies.Of(now);
        copy.Undo(step.Before, step.After);
        return copy;
    }
}
