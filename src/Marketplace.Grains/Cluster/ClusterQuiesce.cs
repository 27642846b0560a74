namespace Marketplace.Grains.Cluster;

/// <summary>Quiesces all silos of the cluster: operations under way have ended, and new ones wait. Silos may come and go meanwhile.</summary>
internal sealed class ClusterQuiesce
{
    private const int QuestionsMax = 100;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    private readonly ISilos _silos;
    private readonly TimeProvider _time;
    private readonly QuiesceToken _token;
    private readonly SortedDictionary<string, ISilo> _quiesced = new(StringComparer.Ordinal);

    /// <summary>Begins it; nothing is quiesced yet.</summary>
    public ClusterQuiesce(ISilos silos, TimeProvider time)
    {
        (_silos, _time) = (silos, time);
        _token = silos.Begin();
    }

    public IReadOnlyCollection<ISilo> Quiesced => _quiesced.Values;

    /// <summary>Whether all silos that are there now are quiesced.</summary>
    public bool IsComplete => _silos.All.All(silo => _quiesced.ContainsKey(silo.Name));

    /// <summary>Quiesces the silos that are not quiesced yet.</summary>
    /// <returns>When no operation is under way there.</returns>
    /// <exception cref="GateTimeoutException">Operations under way did not end, or a silo did not answer.</exception>
    public async Task Extend()
    {
        // The first silo decides between two that begin at once; the others wait for their operations at the same time.
        var missing = _silos.All.Where(silo => !_quiesced.ContainsKey(silo.Name)).ToList();
        foreach (var some in new[] { missing.Take(1), missing.Skip(1) })
        {
            var answers = await Task.WhenAll(some.Select(async silo => (Silo: silo, Refusal: await TryQuiesce(silo))));
            foreach (var (silo, _) in answers.Where(static answer => answer.Refusal is null))
                _quiesced[silo.Name] = silo;

            if (Array.Find(answers, static answer => answer.Refusal is not null).Refusal is { } refusal)
                throw new GateTimeoutException(refusal);
        }
    }

    /// <summary>Drops the silos that are gone.</summary>
    public void DropLost()
    {
        foreach (var name in _quiesced.Keys.Except(_silos.All.Select(silo => silo.Name)).ToList())
            _quiesced.Remove(name);
    }

    /// <summary>Lets all go.</summary>
    /// <returns>When they know; who can't be told asks whether it lasts, and goes on.</returns>
    public async Task End()
    {
        await Task.WhenAll(_quiesced.Values.Select(Resume));
        _silos.End(_token);
    }

    // Null also if the silo is gone: then there is nothing to quiesce.
    private async Task<string?> TryQuiesce(ISilo silo)
    {
        for (var question = 1; _silos.All.Any(other => other.Name == silo.Name); question++)
        {
            try
            {
                return await silo.Quiesce(_token);
            }
            catch (SiloLostException exception) when (question == QuestionsMax)
            {
                return $"{exception.Message} Nothing was done.";
            }
            catch (SiloLostException)
            {
                await Task.Delay(Pause, _time);
            }
        }

        return null;
    }

    private async Task Resume(ISilo silo)
    {
        try
        {
            await silo.Resume(_token);
        }
        catch (SiloLostException)
        {
        }
    }
}
