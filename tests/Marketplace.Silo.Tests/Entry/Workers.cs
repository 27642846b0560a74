namespace Marketplace.Silo.Tests.Entry;

/// <summary>Workers beside each other, each with a random source of its own.</summary>
internal static class Workers
{
    /// <summary>Runs them.</summary>
    /// <param name="rounds">What each does one after the other.</param>
    /// <param name="isCutOff">Whether a round may end so.</param>
    /// <param name="operate">A round: the worker from 1, the number of the round among all from 1, and the worker's random source.</param>
    /// <returns>How many rounds were cut off.</returns>
    public static async Task<int> Run(int count, int rounds, Func<Exception, bool> isCutOff, Func<int, int, Random, Task> operate)
    {
        var cutOff = 0;
        await Task.WhenAll(Enumerable.Range(0, count).Select(worker => Task.Run(async () =>
        {
            var random = new Random(worker);
            for (var round = 0; round < rounds; round++)
            {
                try
                {
                    await operate(worker + 1, (worker * rounds) + round + 1, random);
                }
                catch (Exception exception) when (isCutOff(exception))
                {
                    Interlocked.Increment(ref cutOff);
                }
            }
        })));
        return cutOff;
    }
}
