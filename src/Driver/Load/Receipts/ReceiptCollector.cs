using Marketplace.Driver.Http;

namespace Marketplace.Driver.Load.Receipts;

/// <summary>
/// Collects the receipts of one target, by long poll over one connection. Each question says which receipts have arrived, so one whose answer
/// is lost is asked again and loses nothing.
/// </summary>
internal sealed class ReceiptCollector : IDisposable
{
    private const int WaitSeconds = 5;
    private const int Gone = 410;
    private const int Unknown = 400;

    // With another driver at work there would be no end.
    private const int RoundsMax = 100;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(3 * WaitSeconds);
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private readonly HttpEndpoint _endpoint;
    private readonly TimeProvider _time;
    private readonly ReceiptReader _reader;
    private readonly TimeoutSweep _sweep;
    private readonly HttpConnection _connection;
    private readonly RequestBuffer _request;
    private long _after;

    /// <summary>Prepares to collect.</summary>
    public ReceiptCollector(HttpEndpoint endpoint, string run, TimeProvider time)
    {
        (_endpoint, _time) = (endpoint, time);
        _reader = new ReceiptReader(run);
        _sweep = new TimeoutSweep(time, Patience, ConnectTimeout, idle: TimeSpan.Zero);
        _connection = new HttpConnection(endpoint, _sweep);
        _request = new RequestBuffer(endpoint);
    }

    /// <summary>Collects the receipts that are there now; none of a target that can't be reached.</summary>
    /// <exception cref="LoadException">The target has no receipts to collect.</exception>
    public async Task Drain(Action<NumberedReceipt> each, CancellationToken stop)
    {
        for (var round = 0; round < RoundsMax; round++)
        {
            var answer = await Ask(0, stop);
            if (!answer.IsSuccess || Take(answer) is not { Count: > 0 } receipts) return;
            foreach (var receipt in receipts)
                each(receipt);
        }
    }

    /// <summary>Collects until it is stopped.</summary>
    /// <exception cref="LoadException">The target has no receipts to collect.</exception>
    public async Task Run(PendingReceipts pending, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            var asked = _time.GetTimestamp();
            var answer = await Ask(WaitSeconds, stop);
            var arrived = _time.GetTimestamp();
            var count = 0;
            if (answer.IsSuccess)
            {
                foreach (var receipt in Take(answer))
                {
                    pending.Receive(receipt.Number, receipt.Receipt, arrived);
                    count++;
                }
            }
            else if (answer.Status is Gone or Unknown)
            {
                // A silo that was started again knows nothing of before; nor does one that was reset.
                _after = 0;
            }

            // A silo that stops waits for no receipts any more.
            if (count == 0 && _time.GetElapsedTime(asked, arrived) < Pause && !stop.IsCancellationRequested)
                await Task.Delay(Pause, _time, CancellationToken.None);
        }
    }

    public void Dispose()
    {
        _connection.Dispose();
        _sweep.Dispose();
    }

    private async Task<HttpAnswer> Ask(int wait, CancellationToken stop)
    {
        _request.Begin("GET "u8, "/receipts?after="u8).Append(_after).Append("&wait="u8).Append(wait).EndWithoutBody();
        var sending = _connection.Send(_request);

        // Registered once the request is under way: a stop can't come before it and be missed.
        await using var stopping = stop.Register(_sweep.ExpireAll);
        var answer = await sending;
        return answer.Status is 404 or 405
            ? throw new LoadException(
                $"{_endpoint} has no results to collect (GET /receipts answers {answer.Status}): its setting Results is not egress.")
            : answer;
    }

    private IReadOnlyList<NumberedReceipt> Take(in HttpAnswer answer)
    {
        try
        {
            var receipts = _reader.Read(answer.Body.Span);
            if (receipts.Count > 0) _after = receipts[^1].Id;
            return receipts;
        }
        catch (InvalidDataException error)
        {
            throw new LoadException($"{_endpoint}: {error.Message}");
        }
    }
}
