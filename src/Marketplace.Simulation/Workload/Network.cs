using Marketplace.Audit.History;
using Marketplace.Silo;
using Marketplace.Silo.Gateway;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;
using Marketplace.Simulation.Silos;
using Microsoft.Extensions.Logging.Abstractions;

namespace Marketplace.Simulation.Workload;

/// <summary>
/// The way of clients to the silo that serves now, or to any of those of a cluster. Requests and answers take a moment; answers are lost now and
/// then; of a silo that dies nobody hears any more.
/// </summary>
internal sealed class Network(Machine clients, FaultPlan faults, Dice dice, Trace trace)
{
    private static readonly TimeSpan Travel = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan Wait = TimeSpan.FromMilliseconds(50);

    private readonly Dictionary<TaskCompletionSource<object?>, SimulatedSilo> _waiting = [];
    private readonly List<SimulatedSilo> _silos = [];
    private int _busy;

    public TimeProvider Time => clients;

    /// <summary>Whether a client is in the middle of an operation.</summary>
    public bool IsAnybodyBusy => _busy > 0;

    /// <summary>Requests that wait for answers.</summary>
    public int Waiting => _waiting.Count;

    /// <summary>From now on this silo serves; null if none does. Who waits for the last one's answer gets none.</summary>
    public void Serve(SimulatedSilo? silo)
    {
        foreach (var last in _silos.ToList())
            Remove(last);
        if (silo is not null)
            Add(silo);
    }

    /// <summary>From now on this silo serves too.</summary>
    public void Add(SimulatedSilo silo) => _silos.Add(silo);

    /// <summary>This silo serves no more. Who waits for its answer gets none.</summary>
    public void Remove(SimulatedSilo silo)
    {
        _silos.Remove(silo);
        foreach (var (answer, _) in _waiting.Where(waiting => waiting.Value == silo).ToList())
            answer.TrySetException(new ConnectionLostException());
    }

    /// <summary>Waits until a silo serves.</summary>
    public async Task Ready()
    {
        while (_silos.Count == 0)
            await Task.Delay(Wait, Time);
    }

    public IDisposable Busy()
    {
        _busy++;
        return new BusyUntilDisposed(this);
    }

    /// <summary>Asks the silo.</summary>
    /// <typeparam name="T">The answer.</typeparam>
    /// <param name="what">What is asked, for the story.</param>
    /// <param name="ask">The request.</param>
    public async Task<Reply<T>> Ask<T>(string what, Func<Entry, Task<T>> ask)
    {
        var sent = Time.GetTimestamp();
        trace.Note($"> {what}");
        var (outcome, status, answer) = (OutcomeClass.Committed, 200, default(T));
        try
        {
            await Task.Delay(dice.Span(Travel), Time);
            answer = await Exchange(ask);
        }
        catch (Exception exception)
        {
            (outcome, status) = Of(exception);
            trace.Note($"< {what}: {outcome}: {exception.Message}");
            return new Reply<T>(default, outcome, status, sent, Time.GetTimestamp());
        }

        trace.Note($"< {what}: answered");
        return new Reply<T>(answer, outcome, status, sent, Time.GetTimestamp());
    }

    private async Task<T?> Exchange<T>(Func<Entry, Task<T>> ask)
    {
        if (_silos.Count == 0)
            throw new ConnectionLostException();
        var silo = _silos[_silos.Count == 1 ? 0 : dice.Below(_silos.Count)];
        var answer = new TaskCompletionSource<object?>(TaskCreationOptions.RunContinuationsAsynchronously);
        _waiting.Add(answer, silo);
        try
        {
            silo.Machine.Post(() => _ = Handle(silo, ask, answer));
            return (T?)await answer.Task.WaitAsync(SimulatedLimits.ClientTimeout, Time);
        }
        finally
        {
            _waiting.Remove(answer);
        }
    }

    // On the silo's machine: it ends where the silo ends.
    private async Task Handle<T>(SimulatedSilo silo, Func<Entry, Task<T>> ask, TaskCompletionSource<object?> answer)
    {
        Action answered;
        try
        {
            var result = await ask(silo.Entry);
            answered = () => answer.TrySetResult(result);
        }
        catch (Exception exception)
        {
            answered = () => answer.TrySetException(new SiloFailedException(exception));
        }

        if (faults.Strikes(Fault.ClientAnswerLost))
            answered = () => answer.TrySetException(new ConnectionLostException());
        clients.Post(answered);
    }

    // As the gateway tells it, and as the driver understands that.
    private static (OutcomeClass Outcome, int Status) Of(Exception exception) => exception switch
    {
        TimeoutException => (OutcomeClass.TimedOut, 0),
        SiloFailedException { InnerException: { } cause } => Failure.Of(cause, "simulated", NullLogger.Instance).Status switch
        {
            503 => (OutcomeClass.Aborted, 503),
            >= 500 and var status => (OutcomeClass.TransportError, status),
            var status => (OutcomeClass.DriverFault, status),
        },
        _ => (OutcomeClass.TransportError, 0),
    };

    private sealed class BusyUntilDisposed(Network network) : IDisposable
    {
        public void Dispose() => network._busy--;
    }

    private sealed class ConnectionLostException() : Exception("The connection was lost.");

    private sealed class SiloFailedException(Exception cause) : Exception(cause.Message, cause);
}
