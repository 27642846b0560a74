using Marketplace.Contracts.Json;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Metrics;

namespace Marketplace.Silo.Gateway;

/// <summary>What every request goes through: the gate, the measurement, and the answer when the handler throws.</summary>
internal sealed class GuardedHandler(
    Operation operation,
    RequestDelegate handler,
    RequestGate gate,
    GatewayMetrics metrics,
    ILogger logger,
    TimeProvider time)
{
    // Reset and clean-up close the gate: they can't be inside it.
    private readonly bool _gated = operation is not (Operation.Reset or Operation.Cleanup);
    private readonly string _name = operation.ToString();

    /// <summary>Handles a request.</summary>
    public async Task Invoke(HttpContext context)
    {
        var started = time.GetTimestamp();
        try
        {
            if (!_gated)
            {
                await handler(context);
            }
            else if (gate.TryEnter() || await gate.Enter(context.RequestAborted))
            {
                try
                {
                    await handler(context);
                }
                finally
                {
                    gate.Leave();
                }
            }
            else
            {
                await Problems.Write(context, 503, "resetting", "The silo is being reset, and was not done in time; try again.");
            }
        }
        catch (Exception exception)
        {
            await Answer(context, exception);
        }

        metrics.Record(_name, context.Response.StatusCode, time.GetElapsedTime(started));
    }

    private Task Answer(HttpContext context, Exception exception)
    {
        if (context.RequestAborted.IsCancellationRequested)
        {
            context.Response.StatusCode = StatusCodes.Status499ClientClosedRequest;
            return Task.CompletedTask;
        }

        if (context.Response.HasStarted)
        {
            // The client must not take half an answer for a whole one.
            logger.AnswerCutOff(exception, operation);
            context.Abort();
            return Task.CompletedTask;
        }

        switch (exception)
        {
            case InvalidInputException:
                return Problems.Write(context, 400, "invalid-input", exception.Message);
            case RequestException refused:
                return Problems.Write(context, refused.Status, refused.Type, refused.Message);
            case BadHttpRequestException bad:
                return Problems.Write(context, bad.StatusCode, "bad-request", bad.StatusCode == 413
                    ? "The body is larger than this silo takes (setting Marketplace:Gateway:MaxBodyBytes)."
                    : "The request is not well-formed HTTP, or its body ended early.");
            case TimeoutException:
                logger.RequestTimedOut(exception.Message, operation);
                return Problems.Write(
                    context,
                    503,
                    "timed-out",
                    "The request did not finish in time (setting Marketplace:ResponseTimeout); its outcome is unknown.");
            default:
                logger.RequestFailed(exception, operation);
                return Problems.Write(context, 500, "internal-error", "The silo failed; its log says why.");
        }
    }
}
