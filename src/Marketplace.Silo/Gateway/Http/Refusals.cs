using System.Text.Json.Serialization.Metadata;
using Marketplace.Contracts.Requests;

namespace Marketplace.Silo.Gateway.Http;

/// <summary>Answers with what an entry point said: yes, or no and why.</summary>
internal static class Refusals
{
    /// <summary>Answers with a value, or with the refusal in its place.</summary>
    public static Task Write<T>(this JsonAnswers answers, HttpContext context, int status, Answer<T> answer, JsonTypeInfo<T> typeInfo)
        where T : class => answer.IsRefused ? Write(context, answer.Refusal) : answers.Write(context, status, answer.Value, typeInfo);

    /// <summary>Answers 200 without a body, or with the refusal.</summary>
    public static Task WriteOk(HttpContext context, Refusal? refusal)
    {
        if (refusal is not null)
            return Write(context, refusal);

        context.Response.StatusCode = StatusCodes.Status200OK;
        return Task.CompletedTask;
    }

    private static Task Write(HttpContext context, Refusal refusal) =>
        Problems.Write(context, Status(refusal.Kind), refusal.Type, refusal.Detail);

    private static int Status(RefusalKind kind) => kind switch
    {
        RefusalKind.Invalid => StatusCodes.Status400BadRequest,
        RefusalKind.NotFound => StatusCodes.Status404NotFound,
        RefusalKind.Conflict => StatusCodes.Status409Conflict,
        _ => throw new InvalidOperationException($"{kind} has no status code."),
    };
}
